"""A search that tells how it goes, in a thread of its own, and is cancelled by another."""

import asyncio
import threading

import synth


def tell(now: synth.Progress) -> None:
    print(f"{now.phase}: length {now.length}, {sum(e.candidates for e in now.engines.values())} candidates")


async def main() -> None:
    cancel = threading.Event()
    asyncio.get_running_loop().call_later(2.0, cancel.set)
    answer = await asyncio.to_thread(synth.solve, "hackers_delight/p25", progress=tell, cancel=cancel)
    print(answer.status, answer.reason)


asyncio.run(main())

// What a clock shows.
import type { Seat } from "../library/protocol";
import type { RunningClock } from "./table.svelte";

const kHour = 3_600_000; // milliseconds
const kDay = 24 * kHour;
const kTenths = 10_000; // below which tenths of a second count

export function leftAt(clock: RunningClock, seat: Seat, now: number): number {
  const left = clock.left[seat - 1] ?? 0;
  return clock.runs === seat ? Math.max(0, left - (now - clock.at)) : left;
}

const two = (number: number) => String(number).padStart(2, "0");

// As in 2 d 03:00, 1:02:03, 4:05 or 0:07.3.
export function clockText(milliseconds: number): string {
  if (milliseconds < kTenths) {
    const tenths = Math.floor(milliseconds / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (milliseconds >= kDay) return `${Math.floor(hours / 24)} d ${two(hours % 24)}:${two(minutes)}`;
  if (milliseconds >= kHour) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

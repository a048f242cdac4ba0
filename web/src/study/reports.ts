// What is said of a position that a move has just led to, in the library's words.
import type { Position } from "../library/protocol";

function paragraphs(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

// What the move did; before any move how things stand; and at the end, how it ended.
export function reportLines({ told, closing, scene }: Position): string[] {
  return paragraphs(`${told ?? scene.sentence}\n${closing ?? ""}`);
}

// What a line means that was typed as in a terminal. Whether it is a move, the server says.
const kWords = ["undo", "agree", "decline", "swap", "resign"];

export function requestIn(line: string): Record<string, unknown> {
  const word = line.trim().toLowerCase();
  return kWords.includes(word) ? { [word]: true } : { move: line };
}

// Encryption does not hide how long a message is: where moves are hidden, all that is submitted has the same length.
const kSize = 1024; // bytes

export function padded(message: object): string {
  const bare = JSON.stringify({ ...message, pad: "" });
  const missing = kSize - new TextEncoder().encode(bare).length;
  return JSON.stringify({ ...message, pad: " ".repeat(Math.max(0, missing)) });
}

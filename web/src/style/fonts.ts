// Waits for the fonts of the first screen, so that the layout does not shift when they arrive. If they fail to load or
// take too long, the page is shown in a fallback font.
const kTimeout = 3000; // ms

// Each with a character that its file covers.
const kFirst = [
  ["400 1em 'Source Sans 3'", "a"],
  ["600 1em 'Source Serif 4'", "a"],
  ["400 1em 'Duello Signs'", "▲"],
] as const;

export async function fontsLoaded(): Promise<void> {
  const loading = kFirst.map(([font, text]) => document.fonts.load(font, text));
  await Promise.race([
    Promise.allSettled(loading),
    new Promise((resolve) => setTimeout(resolve, kTimeout)),
  ]);
}

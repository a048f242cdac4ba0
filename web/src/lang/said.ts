// What the library says, in the language of the page. The library speaks English; a language has patterns for its
// sentences, with {holes} for what differs. What has no pattern stays as it is.
import { language, type Language } from "./lang.svelte";

interface Pattern {
  shape: RegExp;
  holes: string[];
  becomes: string;
}

const compiled = new WeakMap<Language, Pattern[]>();

function patternsOf(of: Language): Pattern[] {
  const known = compiled.get(of);
  if (known) return known;
  const patterns = Object.entries(of.library).map(([english, becomes]) => {
    const holes: string[] = [];
    const shape = english
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{(\w+)\}/g, (_, name: string) => {
        holes.push(name);
        return "(.+?)";
      });
    return { shape: new RegExp(`^${shape}$`, "s"), holes, becomes };
  });
  // The fewer holes, the better it fits.
  patterns.sort((one, two) => one.holes.length - two.holes.length);
  compiled.set(of, patterns);
  return patterns;
}

function translated(text: string, by: Language): string | undefined {
  for (const { shape, holes, becomes } of patternsOf(by)) {
    const found = shape.exec(text);
    if (!found) continue;
    return becomes.replace(/\{(\w+)\}/g, (_, name: string) => {
      const hole = found[holes.indexOf(name) + 1] ?? "";
      return translated(hole, by) ?? hole;
    });
  }
  return undefined;
}

// One sentence, label or paragraph.
export function said(text: string, by: Language = language()): string {
  if (by.id === "en" || text === "") return text;
  return (
    translated(text, by) ??
    text
      .split("\n")
      .map((line) => translated(line, by) ?? line)
      .join("\n")
  );
}

export function isTranslated(text: string, by: Language): boolean {
  return text.split("\n").every((line) => line.trim() === "" || translated(line, by) !== undefined);
}

// The lab of each game, so that whoever opens a row as a game finds the others when they come back.
import { Library } from "../library/library";
import { startWorker } from "../library/start";
import { Lab } from "./lab.svelte";

const labs = new Map<string, Lab>();

export function labFor(game: string): Lab {
  const lab = labs.get(game) ?? new Lab(game, new Library(startWorker));
  labs.set(game, lab);
  return lab;
}

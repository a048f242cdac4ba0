// Files of records that somebody brings along. A file is taken whole or not at all.
import { words } from "../lang/lang.svelte";
import type { Ask } from "../library/asking";
import { isRefusal } from "../library/protocol";
import { addGames, shelf, StoreTrouble, type KeptGame } from "../store/games";
import { gamesIn, kMostBytes, onlyNew, readGames } from "./records";

export interface Outcome {
  key: number;
  file: string;
  // What came of it, and whether that is bad news.
  text: string;
  refused: boolean;
}

export type TextFile = Pick<File, "name" | "size" | "text">;

export class Loading {
  outcomes: Outcome[] = $state.raw([]);
  // The file that is being read; none if empty.
  reading = $state("");
  readonly #ask: Ask;
  #count = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async load(files: readonly TextFile[]): Promise<void> {
    if (this.reading !== "") return;
    this.outcomes = [];
    for (const file of files) {
      this.reading = file.name;
      const outcome = await this.#loaded(file);
      this.outcomes = [...this.outcomes, { key: ++this.#count, file: file.name, ...outcome }];
    }
    this.reading = "";
  }

  forget(): void {
    this.outcomes = [];
  }

  async #loaded(file: TextFile): Promise<{ text: string; refused: boolean }> {
    const refused = (text: string) => ({ text, refused: true });
    if (file.size > kMostBytes) return refused(words().kept.tooLarge(kMostBytes / 2 ** 20));
    try {
      const read = await readGames(await file.text(), this.#ask);
      if (isRefusal(read)) return refused(read.error);
      const { games } = await shelf();
      const fresh = onlyNew(read, games);
      if (fresh.length > 0) await addGames(fresh);
      const count = (some: readonly KeptGame[]) =>
        some.reduce((sum, game) => sum + gamesIn(game), 0);
      return {
        text: words().kept.loaded(count(fresh), count(read) - count(fresh)),
        refused: false,
      };
    } catch (error) {
      if (error instanceof StoreTrouble) return refused(words().kept.storeTrouble[error.kind]);
      return refused(words().kept.unreadable);
    }
  }
}

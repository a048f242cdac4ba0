// All that the page says in German.
import { en } from "./en";
import type { Language } from "./lang.svelte";

export const german: Language = { id: "de", name: "Deutsch", words: en, library: {} };

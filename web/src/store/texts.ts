// Small texts that the browser keeps from one visit to the next, where it does; all tabs share them.

// Nothing if there is none; undefined if the browser forbids to look.
export function keptText(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

// Where it is forbidden, or nothing more fits, the text holds as long as the page is open.
export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Nobody can do anything about it.
  }
}

// Tells what another tab has written, until the returned function is called.
export function followText(key: string, listener: (text: string | null) => void): () => void {
  const follow = (event: StorageEvent) => {
    // All of them are gone if there is no key.
    if (event.key === key || event.key === null) listener(event.newValue);
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

const kLongest = 100; // milliseconds; where nobody looks, nothing is painted

// Settled when what has changed so far has been handed over for painting.
export function framePainted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, kLongest);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });
}

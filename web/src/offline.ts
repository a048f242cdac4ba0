// Keeps the page for the next visit, which then needs no network.
export function keepOffline(): void {
  // Forbidden or full: then the page is fetched again next time.
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    navigator.serviceWorker
      .register("service-worker.js", { updateViaCache: "none" })
      .catch(() => {});
}

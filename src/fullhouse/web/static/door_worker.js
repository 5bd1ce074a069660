// Keeps the door page of one event and its parts, so that it opens offline. Answers and lists are none of its business.
"use strict";
const CACHE = "fullhouse-door";
const PATIENCE_MS = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const keep = async (url) => {
  const answer = await fetch(url, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) await (await caches.open(CACHE)).put(url, answer);
};
self.addEventListener("message", (event) => {
  event.waitUntil(Promise.allSettled((event.data.keep ?? []).map(keep)));
});

const fresh = async (request) => {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (answer.ok && !answer.redirected) await (await caches.open(CACHE)).put(request.url, answer.clone());
  return answer;
};
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isPage = request.mode === "navigate" && `${url.origin}${url.pathname}` === self.registration.scope;
  const isPart = ["style", "script", "image", "font"].includes(request.destination);
  if (request.method !== "GET" || url.origin !== self.location.origin || !(isPage || isPart)) return;
  event.respondWith(
    fresh(request).catch(async (error) => {
      const kept = await caches.match(request.url, { ignoreSearch: isPage });
      if (kept) return kept;
      throw error;
    }),
  );
});

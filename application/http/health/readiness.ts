import type { RequestListener } from "node:http";

/**
 * Adds `/readyz` to an app: 200 while this process takes requests, else 503. Doesn't check the stores or other
 * processes; if those fail, the app's own responses say so. Unknown paths below `/healthz/` and `/readyz/` get 404.
 */
export const withReadiness =
  (app: RequestListener, isReady: () => boolean): RequestListener =>
  (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if (path === "/readyz" || path === "/readyz/") {
      const ready = isReady();
      response.writeHead(ready ? 200 : 503, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify({ ready }));
      return;
    }
    if (!/^\/(?:healthz|readyz)\/./.test(path)) return void app(request, response);
    response.writeHead(404, { "content-type": "text/plain", "cache-control": "no-store" });
    response.end("There is nothing at this address.");
  };

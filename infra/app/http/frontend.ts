import { access } from "node:fs/promises";
import { join } from "node:path";
import express, { Router } from "express";

const building = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sheaf</title><meta http-equiv="refresh" content="2"></head>
<body><p>Sheaf is starting. This page opens by itself in a moment.</p></body></html>`;

/**
 * The built front end in `folder`: files under `assets/` carry their hash and are kept for ever, `index.html` is asked for again each
 * time and stands for every address that a browser opens as a page. It may still be being built: then a page says so.
 */
export const frontendRouter = (folder: string): Router => {
  const router = Router();
  const index = join(folder, "index.html");
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response, file) => {
        const hashed = file.startsWith(join(folder, "assets"));
        response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    }),
  );
  router.get("/{*page}", async (request, response, next) => {
    // A missing script must be a 404, not a page.
    if (!request.accepts(["html", "json"]) || request.accepts(["html", "json"]) === "json") return next();
    if (/\.[a-z0-9]+$/i.test(request.path) && !request.path.endsWith(".html")) return next();
    response.locals.route = "page";
    response.set("cache-control", "no-cache");
    const built = await access(index).then(
      () => true,
      () => false,
    );
    if (!built) return void response.status(503).set("retry-after", "2").type("html").send(building);
    response.sendFile(index, { cacheControl: false });
  });
  return router;
};

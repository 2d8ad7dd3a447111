import type { ServerResponse } from "node:http";
import { drawPicture } from "./draw.ts";
import { encodePng } from "./png.ts";

export const PICTURE_FAULTS = [
  "picture-404",
  "picture-500",
  "picture-html",
  "picture-huge",
  "picture-bomb",
  "picture-endless",
  "picture-silent",
  "picture-cut",
  "picture-half",
  "picture-redirect",
] as const;
export type PictureFaultKind = (typeof PICTURE_FAULTS)[number];

/** Side of a picture, pixels: the default, and the limits of a requested width. */
const defaultSide = 480;
const [minSide, maxSide] = [16, 1_000];

const sideOf = (width: string | null): number =>
  width !== null && /^\d{1,4}$/.test(width) ? Math.min(maxSide, Math.max(minSide, Number(width))) : defaultSide;

const head = { "Content-Type": "image/png", "Cache-Control": "max-age=3600" };

const faulty: Readonly<Record<PictureFaultKind, (response: ServerResponse, bytes: Buffer) => void>> = {
  "picture-404": (response) => void response.writeHead(404).end("Not Found"),
  "picture-500": (response) => void response.writeHead(500).end("Internal Server Error"),
  "picture-html": (response) => void response.writeHead(200, head).end("<!doctype html><title>Log in</title>"),
  // Exceeds a report's size limit, but begins and ends like a valid picture.
  "picture-huge": (response, bytes) =>
    void response.writeHead(200, head).end(Buffer.concat([bytes, Buffer.alloc(3_000_000), bytes])),
  "picture-bomb": (response) => void response.writeHead(200, head).end(encodePng(8, () => [0, 0, 0], 100_000)),
  "picture-endless": (response, bytes) => {
    response.writeHead(200, head);
    response.write(bytes.subarray(0, 100));
    const timer = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(timer));
  },
  "picture-silent": () => {},
  // The connection ends before the promised bytes.
  "picture-cut": (response, bytes) => {
    response.writeHead(200, { ...head, "Content-Length": bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  },
  // The response claims to be complete.
  "picture-half": (response, bytes) => void response.writeHead(200, head).end(bytes.subarray(0, bytes.length / 2)),
  "picture-redirect": (response) =>
    void response.writeHead(302, { Location: "http://169.254.169.254/latest/meta-data/" }).end(),
};

/** Serves `GET /{shop}/cdn/products/{name}.png?width=…` like a CDN. */
export const servePicture = (
  response: ServerResponse,
  { name, width, fault }: { name: string; width: string | null; fault: PictureFaultKind | undefined },
): void => {
  const bytes = drawPicture(name, sideOf(width));
  if (fault) faulty[fault](response, bytes);
  else response.writeHead(200, { ...head, "Content-Length": bytes.length }).end(bytes);
};

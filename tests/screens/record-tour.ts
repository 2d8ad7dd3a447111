import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "playwright-core";
import { tourSteps } from "../../frontend/merchant/tour/tour-steps.ts";
import { launchChromium } from "../browser/support/chromium.ts";
import { startSheaf } from "../support/start-sheaf.ts";
import { captionsOf, type Scene } from "./captions.ts";
import { recordFrames } from "./record-frames.ts";

/*
 * `npm run record-tour`: drives the product as a newcomer does and writes the recording of 'Watch how it works', its captions and its
 * poster into frontend/merchant/tour/. Needs Chromium and ffmpeg (`apt-get install chromium ffmpeg`).
 */
const folder = "frontend/merchant/tour";
const size = { width: 1200, height: 750 };
const mostBytes = 1_500_000;

/** A pointer that can be seen: a headless browser draws none. */
const pointer = `addEventListener("DOMContentLoaded", () => {
  const dot = document.createElement("div");
  dot.setAttribute("aria-hidden", "true");
  dot.style.cssText = "position:fixed;z-index:9999;left:-40px;top:-40px;width:22px;height:22px;margin:-11px 0 0 -11px;border-radius:50%;" +
    "background:rgb(217 154 43 / .55);border:2px solid #fff;box-shadow:0 1px 4px rgb(0 0 0 / .4);pointer-events:none;transition:transform .12s";
  document.documentElement.append(dot);
  addEventListener("mousemove", (event) => { dot.style.left = event.clientX + "px"; dot.style.top = event.clientY + "px"; }, true);
  addEventListener("mousedown", () => { dot.style.transform = "scale(.7)"; }, true);
  addEventListener("mouseup", () => { setTimeout(() => { dot.style.transform = ""; }, 160); }, true);
});`;

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Moves the pointer there like a hand, then presses. */
const press = async (page: Page, target: Locator) => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} cannot be seen.`);
  await page.mouse.move(box.x + Math.min(box.width / 2, 90), box.y + box.height / 2, { steps: 24 });
  await pause(350);
  await page.mouse.down();
  await page.mouse.up();
  await pause(500);
};

const logIn = async (page: Page, url: string) => {
  await page.goto(url);
  await page.getByRole("button", { name: /aurora-demo/ }).click();
  const approve = page.locator('button[name="decision"][value="approve"]');
  await approve.click();
  await page.waitForURL(/charge|\/Account\/accept-terms/i);
  if (!page.url().startsWith(url)) await approve.click();
  await page.getByRole("checkbox", { name: /I have read and accept/ }).check();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("heading", { name: "Welcome to Sheaf" }).waitFor();
};

/** The tour, one function a sentence of its words. */
const acts: ((page: Page) => Promise<void>)[] = [
  async (page) => {
    await pause(1500);
    await press(page, page.getByRole("button", { name: "Create “Order lines”" }));
    await page.getByRole("combobox", { name: "Report design" }).waitFor();
    await pause(1500);
  },
  async (page) => {
    await press(page, page.getByText("HTML", { exact: true }));
    await pause(600);
    await press(page, page.getByText("Excel", { exact: true }));
    await pause(1500);
  },
  async (page) => {
    await press(page, page.getByRole("combobox", { name: "Date range" }));
    await pause(700);
    await press(page, page.getByRole("option", { name: "Last 90 days" }));
    await page.getByText(/^[\d,]+ orders?$/).waitFor();
    await pause(1500);
  },
  async (page) => {
    await press(page, page.getByRole("button", { name: "Generate" }));
    await page.getByRole("link", { name: /^download/ }).waitFor();
    await pause(1200);
  },
  async (page) => {
    await press(page, page.getByRole("link", { name: /^download/ }));
    await pause(900);
    await press(page, page.getByRole("button", { name: /^share/ }));
    await pause(2200);
  },
];

await promisify(execFile)("ffmpeg", ["-version"]).catch((cause: unknown) => {
  throw new Error("The recording needs ffmpeg: apt-get install ffmpeg, then try again.", { cause });
});
const frames = await mkdtemp(join(tmpdir(), "sheaf-tour-"));
const sheaf = await startSheaf({ readyWithin: 180_000 });
const browser = await launchChromium();
try {
  const context = await browser.newContext({ viewport: size, colorScheme: "light", permissions: ["clipboard-write"] });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(pointer);
  await logIn(page, sheaf.url);
  const recording = await recordFrames(page, frames);
  const scenes: Scene[] = [];
  for (const [at, act] of acts.entries()) {
    const from = recording.seconds();
    await act(page);
    scenes.push({ from, to: recording.seconds(), words: tourSteps[at] ?? "" });
  }
  const list = await recording.stop();
  await writeFile(join(folder, "tour.vtt"), captionsOf(scenes));
  const run = (...args: string[]) =>
    promisify(execFile)("ffmpeg", ["-v", "error", "-y", "-f", "concat", "-safe", "0", ...args]);
  await run(
    "-i",
    list,
    "-vf",
    "fps=15,format=yuv420p",
    "-c:v",
    "libvpx-vp9",
    "-b:v",
    "0",
    "-crf",
    "40",
    "-deadline",
    "good",
    "-row-mt",
    "1",
    join(folder, "tour.webm"),
  );
  await run("-i", list, "-frames:v", "1", "-quality", "80", join(folder, "tour-poster.webp"));
  const { size: bytes } = await stat(join(folder, "tour.webm"));
  console.log(`${folder}/tour.webm: ${Math.round(bytes / 1000)} kB, ${Math.round(scenes.at(-1)?.to ?? 0)} s.`);
  if (bytes > mostBytes) throw new Error(`The recording is larger than ${mostBytes} bytes. Shorten it or raise -crf.`);
} finally {
  await browser.close();
  await sheaf.stop();
  await rm(frames, { recursive: true, force: true });
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDemoStore } from "#demo-store/create-demo-store.ts";
import { PICTURE_FAULTS, type PictureFaultKind } from "#demo-store/pictures/serve.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import type { OutboundHttp } from "#infra/ports/outbound-http.ts";
import { TemporaryFault } from "./fetch-picture.ts";
import { pictureLimits } from "./picture-limits.ts";
import { createPictureSources } from "./source.ts";

const never = new AbortController().signal;
const shop = "aurora-demo";

describe("a store's images", () => {
  const store = createDemoStore({ demoNow: new Date("2026-11-20T12:00:00Z") });
  let origin: string;
  let httpOut: OutboundHttp;
  beforeAll(async () => {
    origin = await store.listen(0);
    httpOut = createOutboundHttp({ allowPrivate: false });
  });
  afterAll(async () => {
    httpOut.close();
    await store.close();
  });
  beforeEach(() => store.shopServices(shop).reset());

  const pictureOf = (n: number): string => `${origin}/${shop}/cdn/products/${n}.png`;
  const asked = (): number => store.shopServices(shop).stats.pictures;
  const fault = (kind: PictureFaultKind, times: number): void =>
    store.shopServices(shop).faults.add({ kind, times, after: 0, retryAfter: 0, delayMs: 0, scope: "" });
  const sources = (exempt: readonly string[] = [origin]) =>
    createPictureSources(httpOut, {
      originsOf: () => exempt,
      bounds: { ...pictureLimits.perPicture, headersMs: 300, idleMs: 300, wholeMs: 600 },
    });

  it("are fetched in the displayed size, then cached for the same shop", async () => {
    const all = sources();
    const found = await all(shop)(pictureOf(1), never);
    expect(found).toMatchObject({ kind: "png", width: 120, height: 120 });
    expect(await all(shop)(pictureOf(1), never)).toBe(found);
    expect(asked()).toBe(1);
    expect((await all("borealis-demo")(pictureOf(1), never))?.hash).toBe(found?.hash);
    expect(asked()).toBe(2);
    expect((await all(shop)(pictureOf(2), never))?.hash).not.toBe(found?.hash);
  });

  it("are not requested from a private network, except the platform's own", async () => {
    expect(await sources([])(shop)(pictureOf(1), never)).toBeUndefined();
    expect(asked()).toBe(0);
  });

  it.each(PICTURE_FAULTS.map((kind) => [kind]))("are missing if the response is %s, in bounded time", async (kind) => {
    fault(kind, 2);
    const all = sources();
    const found = await all(shop)(pictureOf(3), never).catch((error: unknown) => error);
    expect(found === undefined || found instanceof TemporaryFault).toBe(true);
    store.shopServices(shop).faults.clear();
    // Failures are not cached.
    expect(await all(shop)(pictureOf(3), never)).toMatchObject({ width: 120 });
  });

  it.each<[PictureFaultKind]>([["picture-500"], ["picture-cut"], ["picture-silent"]])(
    "fail temporarily if the response is %s, and are fetched the next time",
    async (kind) => {
      fault(kind, 1);
      const all = sources();
      await expect(all(shop)(pictureOf(4), never)).rejects.toBeInstanceOf(TemporaryFault);
      expect(await all(shop)(pictureOf(4), never)).toMatchObject({ width: 120 });
    },
  );

  it("are no longer waited for once the report is canceled", async () => {
    fault("picture-silent", 1);
    const stop = new AbortController();
    const waiting = sources()(shop)(pictureOf(5), stop.signal);
    stop.abort(new Error("canceled"));
    await expect(waiting).rejects.toThrow("canceled");
  });
});

import { expect, it } from "vitest";
import { SieverCode } from "#domain/filters/sievers.ts";
import { startWebForTests } from "#tests/support/web-for-tests.ts";

it("suggestions from some of the newest orders have no figures, and are soon read again, however long that takes", async () => {
  const web = await startWebForTests();
  try {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.words.orderTags.push("vip");
    const { fetchSuggestions } = web.platform;
    let isPartial = true;
    let asked = 0;
    Object.assign(web.platform, {
      fetchSuggestions: async (...args: Parameters<typeof fetchSuggestions>) => {
        asked += 1;
        // Longer than a partial answer is kept.
        web.clock.advance(20_000);
        return { ...(await fetchSuggestions(...args)), isPartial };
      },
    });
    const suggest = async () =>
      (await web.ask("GET", `filters/suggestions?field=${SieverCode.OrderTags}`, { token })).envelope.Data;
    const partial = { Values: [{ Value: "vip", Orders: null }], OrdersRead: null, IsWhole: false };
    expect(await suggest()).toEqual(partial);
    expect(await suggest()).toEqual(partial);
    expect(asked).toBe(1);
    isPartial = false;
    web.clock.advance(14_999);
    expect(await suggest()).toEqual(partial);
    web.clock.advance(1);
    expect(await suggest()).toEqual({ Values: [{ Value: "vip", Orders: 33 }], OrdersRead: 250, IsWhole: true });
    expect(asked).toBe(2);
  } finally {
    await web.close();
  }
});

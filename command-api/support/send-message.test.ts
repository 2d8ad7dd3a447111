import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Erased } from "#infra/ports/stores/vault.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const text = "Where is my report?\nΕυχαριστώ.";
const send = (token: string, body: unknown, command?: number) =>
  web.ask("POST", "support/send-message", {
    token,
    body,
    ...(command === undefined
      ? {}
      : { headers: { "x-command-id": `00000000-0000-4000-8000-${String(command).padStart(12, "0")}` } }),
  });
const recorded = async (tenant: string) =>
  (await web.eventStore.readStream(`support-${tenant}`)).filter(({ type }) => type === "SupportMessageSent");

describe("Contact Us", () => {
  it.each([
    ["a bare text", text as unknown],
    ["a text in an object", { value: text }],
  ])("keeps %s for support: the text in the vault, only a reference in the event", async (_name, body) => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const reply = await send(token, body);
    expect([reply.status, reply.envelope.Data]).toEqual([200, true]);
    const [event] = await recorded(tenant);
    expect(reply.headers.get("x-event-position")).toBe(event?.position);
    expect(await web.vault.read(String(event?.data.messageRef))).toBe(text);
    expect(JSON.stringify(event)).not.toContain("report?");
    expect(event?.metadata).toMatchObject({ tenant, actor: { kind: "merchant" } });
    expect(web.logged()).not.toContain("report?");
  });

  it("accepts 10 to 10,000 characters, without the surrounding spaces", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    expect((await send(token, "   1234567890 \n")).envelope.Ok).toBe(true);
    expect((await send(token, "x".repeat(10_000))).envelope.Ok).toBe(true);
    const [first] = await recorded(tenant);
    expect(await web.vault.read(String(first?.data.messageRef))).toBe("1234567890");
  });

  it.each([
    ["nothing", "", "Message is required (min 10 characters)"],
    ["too short a text", "123456789", "Message is required (min 10 characters)"],
    ["spaces", "            ", "Message is required (min 10 characters)"],
    ["too long a text", "x".repeat(10_001), "Message is too long (max 10000 characters)"],
  ])("refuses %s", async (_name, body, sentence) => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const { status, envelope } = await send(token, body);
    expect([status, envelope.Ok, envelope.ErrorMessage]).toEqual([400, false, sentence]);
    expect(await recorded(tenant)).toEqual([]);
  });

  it("keeps only the first message if the call is repeated with the same id", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await send(token, text, 1);
    expect((await send(token, "Something else entirely.", 1)).envelope.Data).toBe(true);
    const events = await recorded(tenant);
    expect(events).toHaveLength(1);
    expect(await web.vault.read(String(events[0]?.data.messageRef))).toBe(text);
  });

  it("doesn't store the text again if the call is repeated after its erasure", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await send(token, text, 1);
    const [event] = await recorded(tenant);
    const reference = String(event?.data.messageRef);
    await web.vault.erase(reference);
    expect((await send(token, text, 1)).envelope.Data).toBe(true);
    expect(await web.vault.read(reference)).toBe(Erased);
    expect(await recorded(tenant)).toHaveLength(1);
  });

  it("accepts 5 messages from a shop within an hour, and keeps nothing of the sixth", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    for (let n = 0; n < 5; n++) expect((await send(token, text)).envelope.Ok).toBe(true);
    const sixth = await send(token, text, 6);
    expect([sixth.status, sixth.envelope.ErrorMessage]).toEqual([
      429,
      expect.stringMatching(/^You sent 5 messages .*60 minutes\.$/),
    ]);
    expect(sixth.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await recorded(tenant)).toHaveLength(5);
    expect(await web.vault.read("support-message:unknown")).toBe(Erased);
    expect((await send((await web.givenShop("borealis-demo")).token, text)).status).toBe(200);
    web.clock.advance(3_600_000);
    expect((await send(token, text)).status).toBe(200);
  });

  it("is closed to a shop that hasn't accepted the terms, and to anyone without a login", async () => {
    const { token } = await web.givenShop("aurora-demo", "charge");
    expect((await send(token, text)).status).toBe(403);
    expect((await web.ask("POST", "support/send-message", { body: text })).status).toBe(401);
  });
});

import { expect, it } from "vitest";
import { ftpTo, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { createOutboundHttp } from "../http-out/create-outbound-http.ts";

const neverFound = () => new Promise<never>(() => {});
const patience = { connectMs: 400, answerMs: 400, wholeMs: 400 };
const http = createOutboundHttp({ allowPrivate: true, resolve: neverFound });
const said = {
  worked: false,
  reason: expect.stringMatching(/^The name of the server couldn't be looked up in time\./),
};

it.each(["FTP", "SFTP"] as const)(
  "a test by %s doesn't blame a server whose name wasn't looked up in time",
  async (protocol) => {
    const { destinations } = newDestinations({ timeouts: patience, resolve: neverFound });
    const to = ftpTo(2_121, { protocol, host: "slow.example" });
    const outcome = await destinations.testFtp(to, { tenant: "t" }, never);
    expect(outcome).toMatchObject({ ...said, steps: [{ step: "resolved", failed: true }] });
  },
);

it("a webhook test doesn't blame a server whose name wasn't looked up in time", async () => {
  const { destinations } = newDestinations({ timeouts: patience, http });
  const to = { kind: "webhook", method: "POST", url: "https://slow.example/", secret: "s" } as const;
  const of = { id: "test-1", tenant: "t", fileUrl: "https://sheaf.example/f", createdAt: "2026-11-20T12:00:00.000Z" };
  expect(await destinations.testWebhook(to, of, never)).toMatchObject({
    ...said,
    steps: [{ step: "resolved", failed: true }],
  });
});

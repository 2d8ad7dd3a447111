import { expect, it } from "vitest";
import { limitRekeying } from "./rekeying.ts";

const given = (bytesRead = 0) => {
  let now = 0;
  const socket = { bytesRead, bytesWritten: 0 };
  const change = limitRekeying(socket, { host: "files.example", steady: () => now });
  /** Renews keys until that is refused. */
  const untilRefused = (): number => {
    for (let changes = 1; ; changes += 1) if (change()) return changes;
  };
  return { untilRefused, pass: (ms: number) => (now += ms), change };
};

it("a server may renew keys twenty times at once, and once more each second", () => {
  const { untilRefused, pass } = given();
  expect(untilRefused()).toBe(21);
  pass(10_000);
  expect(untilRefused()).toBe(10);
});

it("a server may renew keys once more per million bytes", () => {
  expect(given(300_000_000).untilRefused()).toBe(321);
});

it("the error for too many renewals says what to ask the server's operator for", () => {
  const { untilRefused, change } = given();
  untilRefused();
  expect(change()).toMatchObject({
    kind: "temporary",
    message:
      "files.example renews its encryption keys too often. Ask whoever runs it to raise its limit (OpenSSH: RekeyLimit).",
  });
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { anEvent, idsOf } from "#tests/contract/support/events.ts";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { certificate, otherCertificate } from "#tests/protocols/certificates.ts";
import { brief, createClosing, isNew } from "./support.ts";

const open = createClosing();
let folder: TempFolder | undefined;
afterEach(async () => {
  await open.closeAll();
  await folder?.remove();
  folder = undefined;
});

const login = { username: "sheaf", password: "p@ss:w/rd%" };
const written = `sheaf:${encodeURIComponent(login.password)}`;

const givenServer = async (group: "$admins" | "$ops" = "$admins") => {
  const server = await open.server({
    tls: { key: Buffer.from(certificate.key), cert: Buffer.from(certificate.cert) },
    login: { ...login, group },
  });
  folder = await createTempFolder();
  const authority = join(folder.path, "authority.pem");
  await writeFile(authority, certificate.cert);
  const others = join(folder.path, "others.pem");
  await writeFile(others, otherCertificate.cert);
  const urlWith = (who: string, file: string) =>
    `esdb://${who}localhost:${server.port}?tlsCAFile=${encodeURIComponent(file)}`;
  return { server, urlWith, authority, others };
};

describe("Connecting to EventStoreDB by TLS", () => {
  it("is accepted with the URL's name and password if the certificate is trusted", async () => {
    const { urlWith, authority } = await givenServer();
    const store = await open.store(urlWith(`${written}@`, authority));
    const event = anEvent();
    await store.appendToStream("a", [event], isNew);
    expect(idsOf(await store.readAll({ limit: 10 }))).toEqual([event.id]);
    expect(idsOf(await store.readCategory("a", { limit: 10 }))).toEqual([]);
  });

  it.each([
    ["a wrong password", "sheaf:wrong@"],
    ["none", ""],
  ])("fails with a message without the password, with %s", async (_what, who) => {
    const { urlWith, authority } = await givenServer();
    const connecting = open.store(urlWith(who, authority), { timeouts: brief });
    await expect(connecting).rejects.toThrow(StoreUnwritable);
    await expect(connecting).rejects.toThrow(
      /^EventStoreDB at localhost:\d+ refuses the user and password in EVENTSTORE_URL/,
    );
    await expect(connecting).rejects.not.toThrow(/wrong/);
  });

  it("fails with advice at once if a user of $ops may not read all streams", async () => {
    const { urlWith, authority } = await givenServer("$ops");
    const connecting = open.store(urlWith(`${written}@`, authority), { timeouts: brief });
    await expect(connecting).rejects.toThrow(StoreUnwritable);
    await expect(connecting).rejects.toThrow(/read all streams \(\$all\)\. Put the user into the group \$admins/);
  });

  it("fails with a message for an untrusted certificate", async () => {
    const { urlWith, others } = await givenServer();
    const connecting = open.store(urlWith(`${written}@`, others), { timeouts: { ...brief, connect: 1_500 } });
    await expect(connecting).rejects.toThrow(/^EventStoreDB at localhost:\d+ does not answer \(.*certificate/i);
  });
});

it("Connecting to a missing or silent server fails with a message", async () => {
  const server = await open.server();
  server.behave("silent");
  const silent = open.store(server.url, { timeouts: { ...brief, connect: 300 } });
  await expect(silent).rejects.toThrow(/^EventStoreDB at 127\.0\.0\.1:\d+ does not answer/);
  await server.close();
  const gone = open.store(server.url, { timeouts: { ...brief, connect: 2_000 } });
  await expect(gone).rejects.toThrow(StoreBusy);
  await expect(gone).rejects.toThrow(/ECONNREFUSED/);
});

it("Two processes that connect to a new server at the same time agree on its id, unlike another prefix", async () => {
  const server = await open.server();
  const [one, two, other] = await Promise.all([
    open.store(server.url),
    open.store(server.url),
    open.store(`${server.url}&prefix=other.`),
  ]);
  expect(one.storeId).toBe(two.storeId);
  expect(other.storeId).not.toBe(one.storeId);
});

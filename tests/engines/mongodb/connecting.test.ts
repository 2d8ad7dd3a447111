import { writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { createMongoVault } from "#infra/mongodb/state/vault.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { certificate, otherCertificate } from "#tests/protocols/certificates.ts";
import { brief, createClosing, standIn } from "./support.ts";

const open = createClosing();
let folder: TempFolder | undefined;
afterEach(async () => {
  await open.closeAll();
  await folder?.remove();
  folder = undefined;
});

/** The stand-in behind TLS. */
const givenTls = async () => {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (client) => {
    const engine = connect({ port: standIn.port, host: "127.0.0.1" });
    for (const socket of [client, engine]) socket.on("error", () => undefined).on("close", () => client.destroy());
    client.on("close", () => engine.destroy());
    client.pipe(engine).pipe(client);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  open.keep({ close: async () => void server.close() });
  folder = await createTempFolder();
  const authority = join(folder.path, "authority.pem");
  await writeFile(authority, certificate.cert);
  const others = join(folder.path, "others.pem");
  await writeFile(others, otherCertificate.cert);
  const { port } = server.address() as AddressInfo;
  const urlWith = (file: string) => `mongodb://localhost:${port}/?tls=true&tlsCAFile=${encodeURIComponent(file)}`;
  return { urlWith, authority, others };
};

describe.skipIf(!standIn.isAvailable)("Connecting to MongoDB", () => {
  it("uses TLS if the certificate is trusted", async () => {
    const { urlWith, authority } = await givenTls();
    const store = await createMongoStateStore(await open.mongo(urlWith(authority)));
    const version = await store.put("a", 1);
    expect(await store.get("a")).toEqual({ key: "a", value: 1, version });
  });

  it("fails with a message for an untrusted certificate", async () => {
    const { urlWith, others } = await givenTls();
    const opening = open.mongo(urlWith(others), { timeouts: { ...brief, connect: 2_000 } });
    await expect(opening).rejects.toThrow(StoreBusy);
    await expect(opening).rejects.toThrow(/^MongoDB at localhost:\d+ does not answer \(.*certificate.*\)/);
  });

  it("fails with a message for the router of a sharded cluster, which Sheaf doesn't support", async () => {
    const proxy = await open.mongoProxy();
    proxy.greets((answer) => ({ ...answer, msg: "isdbgrid" }));
    await expect(open.mongo(proxy.url)).rejects.toThrow(
      /^MONGODB_URL: MongoDB at 127\.0\.0\.1:\d+ is a router of a sharded cluster \(mongos\).* Name the members of a replica set\.$/,
    );
  });

  it("fails with a message without the password if the password is wrong", async () => {
    const proxy = await open.mongoProxy();
    proxy.always(({ name }) =>
      name === "saslStart"
        ? { refused: { ok: 0, code: 18, codeName: "AuthenticationFailed", errmsg: "Authentication failed." } }
        : undefined,
    );
    const opening = open.mongo(proxy.url.replace("mongodb://", "mongodb://sheaf:hidden@"));
    await expect(opening).rejects.toThrow(StoreUnwritable);
    await expect(opening).rejects.toThrow(
      /^MongoDB at 127\.0\.0\.1:\d+ refuses the user and password in MONGODB_URL, or that user may not read and write/,
    );
    await expect(opening).rejects.not.toThrow(/hidden/);
  });

  it("warns if a single server isn't a replica set", async () => {
    const said: string[] = [];
    const log = { warn: (_: object, words: string) => void said.push(words), info: () => undefined };
    await open.mongo(`mongodb://127.0.0.1:${standIn.port}`, { log });
    expect(said).toEqual([
      expect.stringMatching(/^MongoDB at 127\.0\.0\.1:\d+ is a single server without a replica set/),
    ]);
  });

  it("fails at once with a master key other than the vault's", async () => {
    const mongo = await open.mongo(`mongodb://127.0.0.1:${standIn.port}`);
    await createMongoVault(mongo, Buffer.alloc(32, 1));
    await createMongoVault(mongo, Buffer.alloc(32, 1));
    await expect(createMongoVault(mongo, Buffer.alloc(32, 2))).rejects.toThrow(
      /^The master key is not the one that the database sheaf-test-.* was written with\. Set MASTER_KEY/,
    );
  });

  it("stores no plain text in the vault", async () => {
    const mongo = await open.mongo(`mongodb://127.0.0.1:${standIn.port}`);
    const vault = await createMongoVault(mongo, Buffer.alloc(32, 1));
    await vault.put("shpat_plain_token", { owner: "t1" });
    await vault.putOnce(["owner@aurora.example"], { owner: "t1", prefix: "pv:" });
    const written = JSON.stringify(await mongo.db.collection("vault").find().toArray());
    expect(written).toContain("t1");
    for (const value of ["shpat_plain_token", "owner@aurora.example"]) {
      expect(written).not.toContain(value);
      expect(written).not.toContain(Buffer.from(value).toString("base64").slice(0, 16));
    }
  });
});

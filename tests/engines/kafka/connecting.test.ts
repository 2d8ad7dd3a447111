import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { certificate, otherCertificate } from "#tests/protocols/certificates.ts";
import { until } from "#tests/support/until.ts";
import { engineJars } from "../jars.ts";
import { secureLogin, startBrokers } from "./brokers.ts";
import { createEnding, createHistory, kafka, newPrefix } from "./support.ts";

/** A Kafka in a container or of others has no TLS for these tests, so they start their own broker if Java is there. */
const jars = kafka?.secure === undefined ? await engineJars() : undefined;
const isThere = jars === undefined || !("missing" in jars);
let secure = kafka?.secure;
let stop = async (): Promise<void> => undefined;
beforeAll(async () => {
  if (!jars || "missing" in jars) return;
  const brokers = await startBrokers(jars.classPath, 1);
  secure = brokers.secure[0];
  stop = brokers.stop;
});
afterAll(() => stop());

const open = createEnding();
let folder: TempFolder | undefined;
afterEach(async () => {
  await open.endAll();
  await folder?.remove();
  folder = undefined;
});

const given = async () => {
  folder = await createTempFolder();
  const [authority, others] = [join(folder.path, "authority.pem"), join(folder.path, "others.pem")];
  await writeFile(authority, certificate.cert);
  await writeFile(others, otherCertificate.cert);
  const prefix = newPrefix();
  const brokersWith = (password: string, sasl: string, file = authority): string =>
    `kafka://${secureLogin.username}:${encodeURIComponent(password)}@${secure}?sasl=${sasl}&tlsCAFile=${encodeURIComponent(file)}&prefix=${prefix}&partitions=1&replication=1`;
  return { brokersWith, others };
};

describe.skipIf(!isThere)("Connecting to Kafka by TLS", () => {
  it.each(["scram-sha-512", "plain"])("is accepted by %s, for publishing and receiving", async (sasl) => {
    const { brokersWith } = await given();
    const brokers = brokersWith(secureLogin.password, sasl);
    const next = createHistory();
    const event = next("a-1");
    await open.publisher({ brokers }).publish([event]);
    const heard: string[] = [];
    open.member(open.bus({ brokers }), async (events) => void heard.push(...events.map(({ id }) => id)));
    await until("it is received", () => heard.includes(event.id));
  });

  it.each(["scram-sha-512", "plain"])("fails with a message without the password if it is wrong (%s)", async (sasl) => {
    const { brokersWith } = await given();
    const brokers = brokersWith("wrong", sasl);
    const publishing = open.publisher({ brokers }).publish([createHistory()("a-1")]);
    await expect(publishing).rejects.toThrow(StoreUnwritable);
    await expect(publishing).rejects.toThrow(/^Kafka at localhost:\d+ refuses the user and password in KAFKA_BROKERS/);
    await expect(publishing).rejects.not.toThrow(/wrong/);
    const bus = open.bus({ brokers });
    open.member(bus, async () => undefined);
    await until("the bus reports it, too", () => bus.troubles().length > 0);
    expect(bus.troubles()[0]).toMatch(/refuses the user and password in KAFKA_BROKERS/);
  });

  it("fails with a message for an untrusted certificate", async () => {
    const { brokersWith, others } = await given();
    const brokers = brokersWith(secureLogin.password, "plain", others);
    const publishing = open.publisher({ brokers }).publish([createHistory()("a-1")]);
    await expect(publishing).rejects.toThrow(/^Kafka at localhost:\d+ does not answer \(.*certificate/i);
  });
});

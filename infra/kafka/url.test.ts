import { describe, expect, it } from "vitest";
import { formatServerName, readKafkaBrokers } from "./url.ts";

describe("KAFKA_BROKERS", () => {
  it.each([
    ["kafka.example", "Kafka at kafka.example:9092", { partitions: 12, replication: 3, prefix: "sheaf." }],
    ["a:1,b, c:3", "Kafka at a:1, b:9092, c:3", {}],
    ["kafka://a:1,b:2/?partitions=3&replication=2", "Kafka at a:1, b:2", { partitions: 3, replication: 2 }],
    ["kafka://a?tls=true&prefix=shop-", "Kafka at a:9092", { tls: {}, prefix: "shop-" }],
    ["u:p@a", "Kafka at a:9092", { login: { mechanism: "scram-sha-512", username: "u", password: "p" } }],
    ["kafka://u:p@a?sasl=PLAIN&tls=true", "Kafka at a:9092", { login: { mechanism: "plain" } }],
  ])("%s is read with its brokers and options", (text, name, connection) => {
    expect(formatServerName(readKafkaBrokers(text))).toBe(name);
    expect(readKafkaBrokers(text)).toMatchObject(connection);
  });

  it("may have any characters in the name and the password", () => {
    const { login } = readKafkaBrokers(`kafka://a%40b:${encodeURIComponent("p@:/?%")}@h`);
    expect(login).toMatchObject({ username: "a@b", password: "p@:/?%" });
  });

  it.each([
    ["http://u:hidden@h", /this isn't an address of Kafka/],
    ["", /this isn't an address of Kafka/],
    ["u@h", /a name, a colon and a password/],
    ["u:hidden%@h", /the password contains a %/],
    ["u:hidden@h:x", /a host is a name/],
    ["u:hidden@[::1]:9092", /IPv6/],
    ["u:hidden@h?sasl=plain", /only with TLS/],
    ["u:hidden@h?sasl=kerberos", /sasl is one of/],
    ["h?sasl=plain", /sasl needs a name/],
    ["u:hidden@h?tls=maybe", /true or false/],
    ["u:hidden@h?acks=1", /one of its options isn't known/],
    ["u:hidden@h?partitions=0", /a whole number from 1 to 10000/],
    ["u:hidden@h?prefix=a/b", /prefix may have only letters/],
    ["u:hidden@h?tlsCAFile=/nowhere.pem", /no file \/nowhere\.pem/],
    ["u:hidden@h?tlsCertFile=package.json", /together or not at all/],
    ["u:hidden@h?tls=false&tlsCAFile=package.json", /remove tls=false/],
  ])("%s is refused with an error that names the setting and doesn't contain the password", (text, sentence) => {
    expect(() => readKafkaBrokers(text)).toThrow(sentence);
    expect(() => readKafkaBrokers(text)).toThrow(/^KAFKA_BROKERS: /);
    expect(() => readKafkaBrokers(text)).not.toThrow(/hidden/);
  });
});

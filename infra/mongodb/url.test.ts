import { describe, expect, it } from "vitest";
import { readMongoUrl } from "./url.ts";

describe("MONGODB_URL", () => {
  it.each([
    ["mongodb://db.example", "MongoDB at db.example", "sheaf"],
    ["mongodb://localhost:27018/reports", "MongoDB at localhost:27018", "reports"],
    ["mongodb://u:p@a:1,b,c:3/?replicaSet=rs0&tls=true", "MongoDB at a:1, b, c:3", "sheaf"],
    ["mongodb+srv://u:p@cluster.example/shop%2Dreports?w=1", "MongoDB at cluster.example", "shop-reports"],
  ])("%s names its hosts and the database", (url, server, database) => {
    expect(readMongoUrl(url)).toMatchObject({ server, database });
  });

  it("may have any characters in the name and the password, and drops options that would weaken writes", () => {
    const password = "p@:/?%";
    const { client } = readMongoUrl(`mongodb://a%40b:${encodeURIComponent(password)}@h/?w=0&authSource=admin`, {
      writeConcern: { w: "majority", journal: true },
    });
    expect(client.options.credentials).toMatchObject({ username: "a@b", password, source: "admin" });
    expect(client.options.writeConcern).toMatchObject({ w: "majority", j: true });
  });

  it.each([
    ["http://u:hidden@h", /this isn't an address of MongoDB/],
    ["mongodb://", /this isn't an address of MongoDB/],
    ["mongodb://u:hid@den@h", /this isn't an address of MongoDB/],
    ["mongodb://u:hidden%@h", /the driver cannot read it/],
    ["mongodb://u:hidden@h:x", /the driver cannot read it/],
    ["mongodb://u:hidden@h/?hidden=1", /the driver cannot read it/],
    ["mongodb://u:hidden@h/%", /a % that doesn't begin a code/],
    ["mongodb://u:hidden@h/a%20b", /the name of a database/],
    ["mongodb://u:hidden@h/?tls=true&tlsCAFile=/nowhere.pem", /no file \/nowhere\.pem/],
  ])("%s is refused with an error that names the setting and doesn't contain the password", (url, sentence) => {
    expect(() => readMongoUrl(url)).toThrow(sentence);
    expect(() => readMongoUrl(url)).toThrow(/^MONGODB_URL: /);
    expect(() => readMongoUrl(url)).not.toThrow(/hid/);
  });
});

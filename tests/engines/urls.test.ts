import { describe, expect, it } from "vitest";
import { readMongoUrl } from "#infra/mongodb/url.ts";
import { inDatabase, placeOf, through, withOptions } from "./urls.ts";

describe("The URL of an engine", () => {
  it.each([
    ["mongodb://127.0.0.1:27017", "mongodb://127.0.0.1:27017/mine"],
    ["mongodb://a:1,b:2/?replicaSet=rs0", "mongodb://a:1,b:2/mine?replicaSet=rs0"],
    ["mongodb://a:1/theirs?tls=true", "mongodb://a:1/mine?tls=true"],
    ["mongodb://u:p%2F@a:1/?authSource=x", "mongodb://u:p%2F@a:1/mine?authSource=x"],
    ["mongodb://u:p@a:1", "mongodb://u:p@a:1/mine?authSource=admin"],
    ["mongodb+srv://u:p@a/theirs?w=1", "mongodb+srv://u:p@a/mine?w=1&authSource=theirs"],
  ])("%s gets a database in its path", (url, expected) => {
    expect(inDatabase(url, "mine")).toBe(expected);
    expect(readMongoUrl(expected).database).toBe("mine");
  });

  it("gets further options after its own", () => {
    expect(withOptions("esdb://a:2113?tls=false", "prefix=p.")).toBe("esdb://a:2113/?tls=false&prefix=p.");
    expect(withOptions("kafka://a:1,b:2", "prefix=p.")).toBe("kafka://a:1,b:2/?prefix=p.");
  });

  it("is redirected to this machine with its options", () => {
    expect(through("mongodb://db:27017/?directConnection=true", 9)).toBe(
      "mongodb://127.0.0.1:9/?directConnection=true",
    );
    expect(placeOf("esdb://localhost:2113?tls=false")).toEqual({ host: "localhost", port: 2113 });
  });

  it("without a scheme is refused with a message that doesn't contain it", () => {
    expect(() => inDatabase("hidden", "mine")).toThrow(/does not look like/);
    expect(() => placeOf("mongodb://a:1,b:2")).toThrow(/one host/);
  });
});

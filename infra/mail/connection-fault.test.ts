import { expect, it } from "vitest";
import { connectionFault } from "./connection-fault.ts";

it.each([
  [{ code: "ESOCKET", originalCode: "ECONNREFUSED" }, "it isn't accepting connections"],
  [{ code: "EDNS", originalCode: "ENOTFOUND" }, "there is no server with this name"],
  [{ code: "EDNS", originalCode: "EAI_AGAIN" }, "its name servers didn't answer"],
  [{ code: "EDNS", originalCode: "ETIMEOUT" }, "its name servers didn't answer"],
  [{ code: "ETIMEDOUT" }, "it didn't answer in time"],
  [{ code: "ESOCKET", originalCode: "EPIPE" }, "EPIPE"],
  [{ code: "ESTREAM" }, "ESTREAM"],
  [{ code: "ESOCKET", originalCode: "ERR_SSL_WRONG_VERSION_NUMBER" }, "TLS with it failed"],
  [{ code: "EPROTOCOL" }, "it doesn't speak SMTP"],
  [{ code: "EMESSAGE" }, "its answer wasn't SMTP"],
  [undefined, "no connection"],
])("the fault of %j reads: %s", (error, words) => {
  expect(connectionFault(error)).toBe(words);
});

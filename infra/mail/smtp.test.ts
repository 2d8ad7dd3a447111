import { expect, it } from "vitest";
import { needsTls } from "./smtp.ts";

it.each([
  ["smtp://sheaf:word@mail.example:587", true],
  ["smtp://sheaf:word@192.0.2.7", true],
  ["smtp://mail.example:25", false],
  ["smtp://sheaf:word@127.0.0.1:1025", false],
  ["smtp://sheaf:word@localhost:1025", false],
])("a password leaves this machine by %s: %s", (url, leaves) => {
  expect(needsTls(url)).toBe(leaves);
});

import { expect, it } from "vitest";
import { messageMaxLength, messageProblem } from "./message.ts";

it("a message to support needs at least 10 characters, not counting spaces around it", () => {
  const sentence = "Message is required (min 10 characters)";
  expect(["", "   ", "123456789", "   12345    "].map(messageProblem)).toEqual(Array(4).fill(sentence));
  expect(messageProblem("1234567890")).toBeNull();
  expect(messageProblem("a\nb c d e f")).toBeNull();
});

it("a message to support has a maximum length", () => {
  expect(messageProblem("x".repeat(messageMaxLength))).toBeNull();
  expect(messageProblem("x".repeat(messageMaxLength + 1))).toBe("Message is too long (max 10000 characters)");
});

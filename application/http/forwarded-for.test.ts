import express from "express";
import { expect, it } from "vitest";
import { forwardedAddresses } from "./forwarded-for.ts";

it.each([
  ["203.0.113.7:1234", "203.0.113.7"],
  ["[::1]:1234", "::1"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["10.0.0.1:80,203.0.113.7:1", "203.0.113.7"],
  ["unknown", "unknown"],
])("X-Forwarded-For: %s gives the address %s", async (given, address) => {
  const app = express().set("trust proxy", 1);
  app.get("/", forwardedAddresses, (request, response) => void response.end(request.ip));
  const server = app.listen(0, "127.0.0.1");
  try {
    await new Promise((listening) => server.once("listening", listening));
    const { port } = server.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { "x-forwarded-for": given } });
    expect(await answer.text()).toBe(address);
  } finally {
    server.close();
  }
});

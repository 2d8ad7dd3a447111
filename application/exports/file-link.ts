import { timingSafeEqual } from "node:crypto";
import type { Vault } from "#infra/ports/stores/vault.ts";

const purpose = "file-link";
const shape = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** Export's id with its keyed hash: needs no storage and cannot be guessed. */
const fileToken = (vault: Pick<Vault, "sign">, exportId: string): string =>
  `${exportId}.${vault.sign(purpose, exportId)}`;

/** Export of a token. Undefined if the token is invalid. */
export const exportOfToken = (vault: Pick<Vault, "sign">, token: string): string | undefined => {
  const [, exportId, given] = shape.exec(token) ?? [];
  if (exportId === undefined || given === undefined) return undefined;
  const right = Buffer.from(vault.sign(purpose, exportId));
  const offered = Buffer.from(given);
  return offered.length === right.length && timingSafeEqual(offered, right) ? exportId : undefined;
};

/** Public address of a file. */
export const createFileUrl = (appUrl: string, vault: Pick<Vault, "sign">, exportId: string, fileName: string): string =>
  `${appUrl}/files/${fileToken(vault, exportId)}/${encodeURIComponent(fileName)}`;

/** Matches links of files, and of reports with a public link (public-address.ts). */
const anyLink = /\/(?:files\/[0-9a-f-]{36}\.[\w-]{43}|public\/[\w-]{43})(?![\w-])/;

/** Replacer for `JSON.stringify` that removes file links. */
export const withoutFileLinks = (_name: string, value: unknown): unknown =>
  typeof value === "string" && anyLink.test(value) ? null : value;

/** Path of an empty file for testing receivers, open to everybody. */
export const testFilePath = "/files/test/Test.csv";
export const testFileUrl = (appUrl: string): string => `${appUrl}${testFilePath}`;

import type { MoneyBag } from "../orders/order.ts";
import { canonicalDecimal } from "../text/decimal.ts";
import { distinctTexts } from "../text/join.ts";
import type { Cell } from "./definition.ts";

type Missing = null | undefined;

/** Text; null, undefined and the empty text are an empty cell. */
export const textCell = (text: string | Missing): Cell =>
  text === null || text === undefined || text === "" ? null : { kind: "text", text };

/** A number from decimal text or a whole number, in canonical form; missing is an empty cell, never 0. */
export const numberCell = (decimal: string | number | Missing): Cell =>
  decimal === null || decimal === undefined ? null : { kind: "number", decimal: canonicalDecimal(String(decimal)) };

export const datetimeCell = (instant: string | Missing): Cell =>
  instant === null || instant === undefined || instant === "" ? null : { kind: "datetime", instant };

export const linkCell = (urls: Iterable<string | Missing>): Cell => {
  const distinct = distinctTexts(urls);
  return distinct.length === 0 ? null : { kind: "link", urls: distinct };
};

export const imageCell = (urls: Iterable<string | Missing>): Cell => {
  const distinct = distinctTexts(urls);
  return distinct.length === 0 ? null : { kind: "image", urls: distinct };
};

/** The amount in the shop's currency; reports are in shop money. */
export const shopAmount = (money: MoneyBag | Missing): string | null => money?.shopMoney.amount ?? null;

const inWords = new Intl.ListFormat("en");

/** Names recipients by their number in the list, as reasons hold no addresses. `places`: indexes, from 0. */
export const listPlaces = (places: readonly number[]): string =>
  `${places.length === 1 ? "recipient" : "recipients"} ${inWords.format(places.map((place) => `${place + 1}`))} of your list`;

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const rules = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

/** Describes recipients that can't be reached because of letters in their addresses. `places`: indexes, from 0. */
export const describeUnreachable = (places: readonly number[]): string => {
  const names = inWords.format(
    places.map((place) => ordinals[place] ?? `${place + 1}${endings[rules.select(place + 1)]}`),
  );
  const [subject, other] = places.length === 1 ? ["address has", "another address"] : ["addresses have", "others"];
  return `The ${names} ${subject} letters before the @ that our mail server doesn't accept. Enter ${other}.`;
};

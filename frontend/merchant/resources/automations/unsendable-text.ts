/** Names recipients whose addresses the mail server can't take. */
export const unsendableText = (addresses: readonly string[]): string => {
  const [letters, advice] =
    addresses.length === 1 ? ["the letters before its @", "another address"] : ["the letters before their @", "others"];
  return `${addresses.join(", ")}. Our mail server doesn't accept ${letters}. Enter ${advice}.`;
};

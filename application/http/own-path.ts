/** A path of our own, else null: never another host, also not by `//host`, `/\host` or a control character. */
export const ownPath = (appUrl: string, path: string | null | undefined): string | null => {
  if (typeof path !== "string" || !/^\/[\x21-\x7e]*$/.test(path) || path.includes("\\")) return null;
  const url = URL.parse(path, appUrl);
  // `/..//host` is no other host yet, but what resolves its dots makes one of it.
  const doubled = path.startsWith("//") || url?.pathname.startsWith("//");
  return url?.origin === new URL(appUrl).origin && !doubled ? path : null;
};

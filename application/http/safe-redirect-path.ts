/** Returns the path, or null unless it is on our own host. Refuses `//host`, `/\host` and control characters. */
export const safeRedirectPath = (appUrl: string, path: string | null | undefined): string | null => {
  if (typeof path !== "string" || !/^\/[\x21-\x7e]*$/.test(path) || path.includes("\\")) return null;
  const url = URL.parse(path, appUrl);
  // `/..//host` becomes `//host` once its dots are resolved.
  const doubled = path.startsWith("//") || url?.pathname.startsWith("//");
  return url?.origin === new URL(appUrl).origin && !doubled ? path : null;
};

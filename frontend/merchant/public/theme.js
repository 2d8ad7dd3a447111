// Before anything is drawn: the theme that was chosen in this browser, else the system's. Without it a dark screen
// would flash white until the app has loaded. The key is `themeStorageKey` of shared/theme/theme.ts.
(() => {
  let mode = null;
  try {
    mode = localStorage.getItem("THEME_KEY");
  } catch {
    // A browser that keeps nothing: then the system decides.
  }
  const dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-color-scheme", dark ? "dark" : "light");
})();

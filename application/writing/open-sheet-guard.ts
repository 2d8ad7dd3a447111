/** Keeps a streaming format from opening a second worksheet. */
export type OpenSheetGuard = { begin(): void; end(): void };

/** `begin` throws while the previous worksheet is open. */
export const createOpenSheetGuard = (): OpenSheetGuard => {
  let open = false;
  return {
    begin() {
      if (open) throw new Error("This format takes one worksheet at a time: end the one before, then begin the next.");
      open = true;
    },
    end() {
      open = false;
    },
  };
};

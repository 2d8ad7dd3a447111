/** Sees to it that a format that is written as it comes has one worksheet open at a time. */
export type SheetTurn = { begin(): void; end(): void };

/** `begin` throws where the worksheet before is still open. */
export const createSheetTurn = (): SheetTurn => {
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

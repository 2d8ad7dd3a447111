import type { FieldProblem } from "#domain/core/field-problem.ts";
import { ApiError, clientCode } from "../../shared/api/api-error.ts";
import type { ShopDrafts } from "../../shared/drafts/drafts.ts";
import { draftOnTopOf, type Fits, keptDraftOf, readKeptDraft } from "../../shared/drafts/kept-draft.ts";
import { createEditSession, type EditSession, type Version } from "../../shared/saving/edit-session.ts";
import { type Merging, withoutFields } from "../../shared/saving/rebase.ts";

/** S-1.4, 'Autosave': every change is saved, text when its typing pauses. */
const pauseMs = 400;

const loggedOut = "The shop was logged out, so its changes are not sent any more.";

/** ETags of what is edited are its version in quotes, and behind it what else was seen with it (`"12-3"`). */
const versionOf = (etag: string | null) => Number(etag?.match(/\d+/u)?.[0] ?? Number.NaN);

/** The same version with something else beside it is heard later: an automated report fares otherwise while nobody edits it. */
const isNewer = (etag: string | null, than: string | null): boolean =>
  versionOf(etag) > versionOf(than) || (versionOf(etag) === versionOf(than) && etag !== than);

type KeptSessionOptions<T extends object> = {
  /** As it was read when the editor opened. */
  read: Version<T>;
  drafts: ShopDrafts;
  /** Under which a draft of it is kept. */
  name: string;
  /** What a draft of it is called to people. */
  titleOf: (value: T) => string;
  /** Whether a value that was kept can stand in a field. */
  fits: Fits;
  /** Fields that no browser keeps: what is typed there and not saved is gone with the page. */
  secrets?: readonly (keyof T)[];
  save: (value: T, ifMatch: string | null) => Promise<Version<T>>;
  readAgain: () => Promise<Version<T>>;
  judge: (value: T) => readonly FieldProblem[];
  isSent?: (field: keyof T, value: T) => boolean;
  worthKeeping?: (base: T, draft: T) => T;
  merging?: Merging<T>;
  onSaved: (version: Version<T>) => void;
  onFailed?: (error: unknown) => void;
};

/** An edit session whose draft outlives the page: what an earlier visit could not save lies on top of what was read. */
export const createKeptSession = <T extends object>(options: KeptSessionOptions<T>): EditSession<T> => {
  const { read, drafts, name, merging } = options;
  const kept = readKeptDraft(drafts.read(name));
  const unsaved = kept && draftOnTopOf(read, kept, options.fits);
  // Of an earlier form, or damaged: nothing of it can be saved any more.
  if (unsaved === null) drafts.forget(name);
  const session = createEditSession<T>({
    initial: unsaved?.seen ?? read,
    ...(unsaved && { draft: unsaved.draft }),
    ...(merging && { merging }),
    save: async (value, ifMatch) => {
      // An editor that is still open when its shop is logged out sends nothing under what comes after.
      if (!drafts.areLive()) throw new ApiError({ code: clientCode.unauthorized, message: loggedOut, skipped: true });
      return options.save(value, ifMatch);
    },
    read: options.readAgain,
    judge: options.judge,
    ...(options.isSent && { isSent: options.isSent }),
    ...(options.worthKeeping && { worthKeeping: options.worthKeeping }),
    isNewer,
    onSaved: options.onSaved,
    ...(options.onFailed && { onFailed: options.onFailed }),
    pauseMs,
    schedule: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  session.subscribe(() => {
    const { base, etag, draft, gone } = session.state();
    if (session.isUnsaved() && !gone)
      drafts.keep(
        name,
        keptDraftOf({ value: base, etag }, withoutFields(base, draft, options.secrets ?? []), options.titleOf(base)),
      );
    else drafts.forget(name);
  });
  return session;
};

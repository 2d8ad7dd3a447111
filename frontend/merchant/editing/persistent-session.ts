import type { FieldProblem } from "#domain/core/field-problem.ts";
import { ApiError, clientCode } from "../../shared/api/api-error.ts";
import type { ShopDrafts } from "../../shared/drafts/drafts.ts";
import {
  type IsValidValue,
  parseStoredDraft,
  rebaseStoredDraft,
  toStoredDraft,
} from "../../shared/drafts/stored-draft.ts";
import { createEditSession, type EditSession, type Version } from "../../shared/saving/edit-session.ts";
import { type Merging, withoutFields } from "../../shared/saving/rebase.ts";

/** S-1.4, 'Autosave': text is saved once typing pauses, ms. */
const pauseMs = 400;

const loggedOut = "The shop was logged out, so its changes are no longer sent.";

/** A quoted version, with an optional number for the rest of what was read (`"12-3"`). */
const parseVersion = (etag: string | null) => Number(etag?.match(/\d+/u)?.[0] ?? Number.NaN);

/** The same version with another suffix is newer, as an automated report's status changes without an edit. */
const isNewer = (etag: string | null, than: string | null): boolean =>
  parseVersion(etag) > parseVersion(than) || (parseVersion(etag) === parseVersion(than) && etag !== than);

type PersistentSessionOptions<T extends object> = {
  /** Read when the editor opened. */
  read: Version<T>;
  drafts: ShopDrafts;
  /** Storage name of its draft. */
  name: string;
  /** Title shown to users. */
  getTitle: (value: T) => string;
  fits: IsValidValue;
  /** Fields that no browser stores: their unsaved input ends with the page. */
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

/** An edit session whose draft outlives the page: applies an earlier visit's unsaved changes to what was read. */
export const createPersistentSession = <T extends object>(options: PersistentSessionOptions<T>): EditSession<T> => {
  const { read, drafts, name, merging } = options;
  const kept = parseStoredDraft(drafts.read(name));
  const unsaved = kept && rebaseStoredDraft(read, kept, options.fits);
  // An older form, or damaged: nothing of it can be saved.
  if (unsaved === null) drafts.forget(name);
  const session = createEditSession<T>({
    initial: unsaved?.seen ?? read,
    ...(unsaved && { draft: unsaved.draft }),
    ...(merging && { merging }),
    save: async (value, ifMatch) => {
      // After its shop is logged out, an open editor must not send under a later login.
      if (!drafts.isActive()) throw new ApiError({ code: clientCode.unauthorized, message: loggedOut, skipped: true });
      return options.save(value, ifMatch);
    },
    read: options.readAgain,
    validate: options.judge,
    ...(options.isSent && { isSent: options.isSent }),
    ...(options.worthKeeping && { pruneDraft: options.worthKeeping }),
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
    const { base, etag, draft, isDeleted } = session.state();
    if (session.isUnsaved() && !isDeleted)
      drafts.store(
        name,
        toStoredDraft({ value: base, etag }, withoutFields(base, draft, options.secrets ?? []), options.getTitle(base)),
      );
    else drafts.forget(name);
  });
  return session;
};

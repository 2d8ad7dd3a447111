import type { FieldProblem } from "#domain/core/field-problem.ts";
import { deriveIntent, type FieldConflict } from "#domain/core/intent.ts";
import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import { type Choice, findCollisions, type Merging, rebase, resolveCollisions, withoutFields } from "./rebase.ts";
import { type ChangedBy, isGone, parseChanges, parseFieldProblems } from "./refusals.ts";
import { createSaveQueue, type SaveState } from "./save-queue.ts";

/** A server value with its ETag. */
export type Version<T> = { value: T; etag: string | null };

/** Fields that both sides changed, and the server's current version. */
export type Collision<T extends object> = { server: Version<T>; fields: FieldConflict<T>[]; by: ChangedBy[] };

export type EditState<T extends object> = {
  /** The last known server value. */
  base: T;
  etag: string | null;
  draft: T;
  saving: SaveState;
  /** Messages at fields whose present value isn't saved. */
  problems: { readonly [F in keyof T]?: string };
  collision: Collision<T> | null;
  /** The last save's error, if no other field expresses it. */
  failure: unknown;
  /** True if the object was deleted elsewhere. */
  isDeleted: boolean;
};

export type EditSession<T extends object> = {
  state: () => EditState<T>;
  subscribe: (listener: () => void) => () => void;
  /** `at-once` for choices; `after-pause` for typed text. */
  change: (change: Partial<T>, when: "at-once" | "after-pause") => void;
  flush: () => void;
  retry: () => void;
  /** Resolves every collision and goes on saving. */
  resolveCollision: (choices: { readonly [F in keyof T]?: Choice }) => void;
  /**
   * Takes a newer version that was read. Ignored while something is unsaved, as the next save merges both. A version of
   * a deleted object means that someone restored it; unsaved changes are then saved.
   */
  adopt: (version: Version<T>) => void;
  /** True if something worth keeping isn't on the server. */
  isUnsaved: () => boolean;
  /** Drops unsaved changes, as the object is gone or they are no longer wanted. */
  close: () => void;
  /** Saves at once. True if everything is then on the server. */
  flushAndWait: () => Promise<boolean>;
};

type EditSessionOptions<T extends object> = {
  initial: Version<T>;
  /** Unsaved changes of an earlier visit. */
  draft?: T;
  /** Saves the whole value over the seen version; returns the stored version. */
  save: (value: T, ifMatch: string | null) => Promise<Version<T>>;
  read: () => Promise<Version<T>>;
  /** Problems that the browser can detect. */
  validate: (value: T) => readonly FieldProblem[];
  /** True if saving this value sends the field. Refusals of other fields block nothing. */
  isSent?: (field: keyof T, value: T) => boolean;
  /** Removes negligible parts from a draft. The rest counts as unsaved. */
  pruneDraft?: (base: T, draft: T) => T;
  isNewer: (etag: string | null, than: string | null) => boolean;
  merging?: Merging<T>;
  onSaved?: (version: Version<T>) => void;
  onFailed?: (error: unknown) => void;
  pauseMs: number;
  schedule: (run: () => void, milliseconds: number) => () => void;
};

/** Maximum merges in one save. */
const maxMerges = 5;

/** Tells the queue that a save didn't happen; the state has the reason. */
const alreadyReported = Symbol("told already");

/**
 * Edits one object that others may edit too (D-4, S-1.4). Saves through a queue, with the version seen. Rebases later
 * edits on every response, holds back single refused fields, and asks about collisions.
 */
export const createEditSession = <T extends object>(options: EditSessionOptions<T>): EditSession<T> => {
  const { initial, merging, isSent = () => true, pruneDraft = (_base, draft) => draft } = options;
  const listeners = new Set<() => void>();
  /** Values that the server refused, until they change. */
  const refused = new Map<keyof T, { value: unknown; message: string }>();
  let closed = false;
  let state: EditState<T> = {
    base: initial.value,
    etag: initial.etag,
    draft: options.draft ?? initial.value,
    saving: "none",
    problems: {},
    collision: null,
    failure: null,
    isDeleted: false,
  };

  const isOpen = () => state.collision === null && !state.isDeleted && !closed;

  const problemsOf = (draft: T): EditState<T>["problems"] => {
    const problems: { [F in keyof T]?: string } = {};
    const touched = new Set<PropertyKey>(deriveIntent(state.base, draft).map(({ field }) => field));
    // A value that older rules allowed stays until it is changed.
    for (const { field, message } of options.validate(draft))
      if (touched.has(field)) problems[field as keyof T] = message;
    const judged = withoutFields(state.base, draft, Object.keys(problems) as (keyof T)[]);
    for (const [field, { value, message }] of refused)
      if (isJsonEqual(value, draft[field]) && [draft, judged].some((one) => isSent(field, one)))
        problems[field] = message;
      else refused.delete(field);
    return problems;
  };
  // An earlier visit's draft may hold invalid values.
  state.problems = problemsOf(state.draft);

  const set = (change: Partial<EditState<T>>) => {
    state = { ...state, ...change };
    if (change.draft !== undefined || change.base !== undefined) state.problems = problemsOf(state.draft);
    for (const listener of [...listeners]) listener();
  };

  const sendable = (): T => withoutFields(state.base, state.draft, Object.keys(state.problems) as (keyof T)[]);

  /** Merges a version made by others, else shows the collision. */
  const meet = async (by: ChangedBy[]): Promise<void> => {
    const server = await options.read();
    const fields = findCollisions(state.base, state.draft, server.value, merging);
    if (fields.length > 0) {
      set({ collision: { server, fields, by } });
      throw alreadyReported;
    }
    set({ base: server.value, etag: server.etag, draft: rebase(state.base, state.draft, server.value, merging) });
  };

  const keepBack = (problems: FieldProblem[], sent: T): void => {
    const touched = new Set<PropertyKey>(deriveIntent(state.base, sent).map(({ field }) => field));
    for (const { field, message } of problems)
      if (touched.has(field)) refused.set(field as keyof T, { value: sent[field as keyof T], message });
    set({ problems: problemsOf(state.draft) });
  };

  const save = async (merges = 0): Promise<void> => {
    if (!isOpen()) throw alreadyReported;
    const sent = sendable();
    if (isJsonEqual(sent, state.base)) return set({ failure: null });
    try {
      const answer = await options.save(sent, state.etag);
      // Edits made during the save are rebased on the response.
      set({
        base: answer.value,
        etag: answer.etag,
        draft: rebase(sent, state.draft, answer.value, merging),
        failure: null,
      });
      options.onSaved?.(answer);
    } catch (error) {
      if (merges >= maxMerges) throw error;
      const problems = parseFieldProblems(error);
      const by = parseChanges(error);
      if (problems !== null) keepBack(problems, sent);
      else if (by !== null) await meet(by);
      // Nothing changed since the last try, so another one would fail too.
      if (by === null && (problems === null || isJsonEqual(sendable(), sent))) throw error;
      await save(merges + 1);
    }
  };

  const queue = createSaveQueue<null>({
    save: () => save(),
    onError: (error) => {
      if (error === alreadyReported) return;
      if (isGone(error)) return set({ isDeleted: true });
      set({ failure: error });
      options.onFailed?.(error);
    },
    pauseMs: options.pauseMs,
    schedule: options.schedule,
  });
  queue.subscribe(() => set({ saving: queue.state() }));

  const saveNow = () => {
    queue.push(null);
    queue.flush();
  };
  const isSaved = (draft: T) => closed || (!queue.isBusy() && isJsonEqual(draft, state.base));

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (change, when) => {
      set({ draft: { ...state.draft, ...change } });
      if (when === "at-once") saveNow();
      else queue.push(null);
    },
    flush: queue.flush,
    retry: saveNow,
    resolveCollision: (choices) => {
      if (state.collision === null) return;
      const { server } = state.collision;
      const sides = { base: state.base, draft: state.draft, server: server.value };
      const draft = resolveCollisions(sides, choices, merging);
      set({ base: server.value, etag: server.etag, draft, collision: null });
      saveNow();
    },
    adopt: ({ value, etag }) => {
      if (closed || state.collision !== null || !options.isNewer(etag, state.etag)) return;
      const wasGone = state.isDeleted;
      if (wasGone) set({ isDeleted: false });
      if (isSaved(state.draft)) set({ base: value, etag, draft: value, failure: null });
      else if (wasGone) saveNow();
    },
    isUnsaved: () => !isSaved(pruneDraft(state.base, state.draft)),
    close: () => {
      closed = true;
      // Tells listeners that everything is saved now.
      set({});
    },
    flushAndWait: async () => {
      if (!queue.isBusy() && !isJsonEqual(state.draft, state.base) && isOpen()) queue.push(null);
      queue.flush();
      if (queue.isBusy()) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const stop = queue.subscribe(() => {
          if (!queue.isBusy()) resolve();
          else if (queue.state() === "waiting") queue.flush();
        });
        await promise;
        stop();
      }
      return isSaved(state.draft);
    },
  };
};

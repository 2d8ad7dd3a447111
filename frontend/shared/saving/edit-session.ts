import type { FieldProblem } from "#domain/core/field-problem.ts";
import { deriveIntent, type FieldConflict } from "#domain/core/intent.ts";
import { jsonEqual } from "#domain/core/json-equal.ts";
import { type Choice, collisions, decideCollisions, type Merging, rebase, withoutFields } from "./rebase.ts";
import { type ChangedBy, changesOf, fieldProblemsOf, isGone } from "./refusals.ts";
import { createSaveQueue, type SaveState } from "./save-queue.ts";

/** A value as the server has it, with its ETag. */
export type Version<T> = { value: T; etag: string | null };

/** What both sides changed, and what the server has now. */
export type Collision<T extends object> = { server: Version<T>; fields: FieldConflict<T>[]; by: ChangedBy[] };

export type EditState<T extends object> = {
  /** What the server had when last heard of, and its ETag. */
  base: T;
  etag: string | null;
  /** What the screen shows. */
  draft: T;
  saving: SaveState;
  /** Messages at fields whose present value is not saved. */
  problems: { readonly [F in keyof T]?: string };
  collision: Collision<T> | null;
  /** What made the last save fail, when it was none of these. */
  failure: unknown;
  /** It was deleted meanwhile. */
  gone: boolean;
};

export type EditSession<T extends object> = {
  state: () => EditState<T>;
  subscribe: (listener: () => void) => () => void;
  /** `at-once` for choices; `after-pause` for text that is being typed. */
  change: (change: Partial<T>, when: "at-once" | "after-pause") => void;
  /** Saves what waits now. */
  flush: () => void;
  retry: () => void;
  /** Decides every collision and goes on saving. */
  decide: (choices: { readonly [F in keyof T]?: Choice }) => void;
  /**
   * A newer version that was read; not taken while something here is unsaved, since a save then merges both. What was deleted is there
   * again with it: somebody restored it, and what is unsaved is saved after all.
   */
  adopt: (version: Version<T>) => void;
  /** Tells if something worth keeping is not at the server. */
  isUnsaved: () => boolean;
  /** Saves nothing more: what was edited is gone, or its changes are not wanted any more. */
  close: () => void;
  /** Saves what waits; true when everything is at the server then. */
  settle: () => Promise<boolean>;
};

type EditSessionOptions<T extends object> = {
  initial: Version<T>;
  /** What was typed on an earlier visit and could not be saved then. */
  draft?: T;
  /** Saves the whole value over the version that was seen; answers what stands there now. */
  save: (value: T, ifMatch: string | null) => Promise<Version<T>>;
  read: () => Promise<Version<T>>;
  /** Problems that can be told without the server. */
  judge: (value: T) => readonly FieldProblem[];
  /** Tells if a save of this value sends the field. A refusal of any other field holds nothing back. */
  isSent?: (field: keyof T, value: T) => boolean;
  /** Leaves out of a draft what nobody would miss. What is left counts as unsaved. */
  worthKeeping?: (base: T, draft: T) => T;
  isNewer: (etag: string | null, than: string | null) => boolean;
  merging?: Merging<T>;
  onSaved?: (version: Version<T>) => void;
  onFailed?: (error: unknown) => void;
  pauseMs: number;
  schedule: (run: () => void, milliseconds: number) => () => void;
};

/** How often a save may meet versions that it merges with before it gives up. */
const mostMerges = 5;

/** Thrown to the queue for a save that did not happen and has said why in the state. */
const toldAlready = Symbol("told already");

/**
 * Editing one object that others may edit too (D-4, S-1.4): saves through a queue with what was seen,
 * rebases what is typed meanwhile on every answer, keeps back single fields that are refused and asks about those that collide.
 */
export const createEditSession = <T extends object>(options: EditSessionOptions<T>): EditSession<T> => {
  const { initial, merging, isSent = () => true, worthKeeping = (_base, draft) => draft } = options;
  const listeners = new Set<() => void>();
  /** Values that the server refused, until they are changed. */
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
    gone: false,
  };

  const isOpen = () => state.collision === null && !state.gone && !closed;

  const problemsOf = (draft: T): EditState<T>["problems"] => {
    const problems: { [F in keyof T]?: string } = {};
    const touched = new Set<PropertyKey>(deriveIntent(state.base, draft).map(({ field }) => field));
    // A value from before today's rules stays until it is changed.
    for (const { field, message } of options.judge(draft)) if (touched.has(field)) problems[field as keyof T] = message;
    const judged = withoutFields(state.base, draft, Object.keys(problems) as (keyof T)[]);
    for (const [field, { value, message }] of refused)
      if (jsonEqual(value, draft[field]) && [draft, judged].some((one) => isSent(field, one)))
        problems[field] = message;
      else refused.delete(field);
    return problems;
  };
  // A draft of an earlier visit may hold what cannot be saved.
  state.problems = problemsOf(state.draft);

  const set = (change: Partial<EditState<T>>) => {
    state = { ...state, ...change };
    if (change.draft !== undefined || change.base !== undefined) state.problems = problemsOf(state.draft);
    for (const listener of [...listeners]) listener();
  };

  const sendable = (): T => withoutFields(state.base, state.draft, Object.keys(state.problems) as (keyof T)[]);

  /** A version that others made: merged when that is possible, else shown. */
  const meet = async (by: ChangedBy[]): Promise<void> => {
    const server = await options.read();
    const fields = collisions(state.base, state.draft, server.value, merging);
    if (fields.length > 0) {
      set({ collision: { server, fields, by } });
      throw toldAlready;
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
    if (!isOpen()) throw toldAlready;
    const sent = sendable();
    if (jsonEqual(sent, state.base)) return set({ failure: null });
    try {
      const answer = await options.save(sent, state.etag);
      // What was typed while the save was on its way stands on top of the answer.
      set({
        base: answer.value,
        etag: answer.etag,
        draft: rebase(sent, state.draft, answer.value, merging),
        failure: null,
      });
      options.onSaved?.(answer);
    } catch (error) {
      if (merges >= mostMerges) throw error;
      const problems = fieldProblemsOf(error);
      const by = changesOf(error);
      if (problems !== null) keepBack(problems, sent);
      else if (by !== null) await meet(by);
      // Nothing is different from the try before: another one would fail as well.
      if (by === null && (problems === null || jsonEqual(sendable(), sent))) throw error;
      await save(merges + 1);
    }
  };

  const queue = createSaveQueue<null>({
    save: () => save(),
    onError: (error) => {
      if (error === toldAlready) return;
      if (isGone(error)) return set({ gone: true });
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
  const isSaved = (draft: T) => closed || (!queue.isBusy() && jsonEqual(draft, state.base));

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
    decide: (choices) => {
      if (state.collision === null) return;
      const { server } = state.collision;
      const sides = { base: state.base, draft: state.draft, server: server.value };
      const draft = decideCollisions(sides, choices, merging);
      set({ base: server.value, etag: server.etag, draft, collision: null });
      saveNow();
    },
    adopt: ({ value, etag }) => {
      if (closed || state.collision !== null || !options.isNewer(etag, state.etag)) return;
      const wasGone = state.gone;
      if (wasGone) set({ gone: false });
      if (isSaved(state.draft)) set({ base: value, etag, draft: value, failure: null });
      else if (wasGone) saveNow();
    },
    isUnsaved: () => !isSaved(worthKeeping(state.base, state.draft)),
    close: () => {
      closed = true;
      // Whoever keeps what is unsaved hears that nothing is.
      set({});
    },
    settle: async () => {
      if (!queue.isBusy() && !jsonEqual(state.draft, state.base) && isOpen()) queue.push(null);
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

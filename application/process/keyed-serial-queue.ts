/** Tasks of one key run in sequence, those of different keys in parallel. */
export const createKeyedSerialQueue = () => {
  const tails = new Map<string, Promise<unknown>>();
  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const result = (tails.get(key) ?? Promise.resolve()).then(task, task);
    tails.set(key, result);
    const forget = () => {
      if (tails.get(key) === result) tails.delete(key);
    };
    result.then(forget, forget);
    return result;
  };
};

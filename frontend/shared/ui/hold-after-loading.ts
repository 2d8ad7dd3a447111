const placeholder = '[role="status"][aria-busy="true"]';

/** Matches a sibling of a placeholder, or of what contains one, that comes after it. */
export const afterPlaceholder = `*:is(${placeholder}, :has(${placeholder})) ~ `;

/**
 * Style of a container. What comes after a placeholder is invisible until that has its content, and so its height.
 * Nothing that a person already sees jumps then.
 */
export const holdAfterLoading = { [`& > ${afterPlaceholder}*`]: { visibility: "hidden" } } as const;

export const write = (x) => JSON.stringify(x);

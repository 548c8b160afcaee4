// Requests of the API (docs/reference/API.md).

const root = "/api/1/";

/** The address of a resource of the API. */
export const address = (path) => root + path;

/**
 * Sends a request and gives the JSON of its answer. What the box refuses is thrown as an error with `status`, `code`,
 * `wait` in seconds where the box names it, and `answer`, the JSON. A browser that was forgotten meanwhile goes to
 * pairing.
 */
export async function ask(path, {method = "GET", body, type = "application/json", etag, wait = 10000} = {}) {
  // What changes something needs a type, with a body or without.
  const headers = {...(method !== "GET" && {"Content-Type": type}), ...(etag && {"If-Match": `"${etag}"`})};
  const text = body !== undefined && type === "application/json" ? JSON.stringify(body) : body;
  let answer;
  try {
    answer =
        await fetch(address(path), {method, headers, body: text, cache: "no-store", signal: AbortSignal.timeout(wait)});
  } catch { throw new Error("The box does not answer."); }
  const result = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : undefined;
  if (answer.ok) return result;
  if (answer.status === 401 && path !== "pair") location.reload();
  const {code, message} = result?.error ?? {};
  throw Object.assign(
      new Error(message ?? `The box answers ${answer.status}.`),
      {status: answer.status, code, wait: Number(answer.headers.get("Retry-After")) || undefined, answer: result});
}

// Before Material's script, which starts the search worker through it: the worker then starts as search is opened, not with the page.
// Opened from a folder, where browsers start no workers, the same script runs in an empty frame.

class LateWorker extends EventTarget {
  constructor(url) {
    super();
    this.url = new URL(url, location).href;
    document.addEventListener("change", ({target}) => target.id === "__search" && this.start());
  }

  start() {
    return this.started ??= location.protocol === "file:" ? this.frame() : this.worker();
  }

  /** The worker that partials/early.html has started, or starts now. If it cannot be had, another is asked for, and told what this one was. */
  async worker() {
    const worker = krSearch();
    if (this.setup) worker.postMessage(this.setup);
    worker.addEventListener("error", () => { this.started = null; });
    worker.addEventListener("message", ({data}) => this.tell(data));
    return worker;
  }

  frame() {
    const frame = Object.assign(document.createElement("iframe"), {hidden: true, title: "Search"});
    document.body.append(frame);
    const inside = frame.contentWindow, script = frame.contentDocument.createElement("script");
    inside.postMessage = data => this.tell(data);
    const ready = new Promise(resolve => script.addEventListener("load", resolve));
    frame.contentDocument.head.append(Object.assign(script, {src: this.url}));
    return ready.then(() => ({postMessage: data => inside.dispatchEvent(new inside.MessageEvent("message", {data}))}));
  }

  /** Pass an answer on. When the worker has learnt the rest of the site (4), ask again, but never for a list that somebody has gone into. */
  tell(data) {
    if (data.type !== 4) this.dispatchEvent(new MessageEvent("message", {data}));
    else if (this.asked && !document.activeElement.matches(".md-search-result *")) this.postMessage(this.asked);
  }

  /** Pass a word on. A question (2) is kept; with the first, partials/early.html has nothing more to ask or to draw. */
  postMessage(message) {
    const asks = message.type === 2;
    if (asks) this.asked = message;
    if (message.type === 0 && !this.started) this.setup = message;
    this.start().then(worker => {
      if (asks) worker.onmessage = document.querySelector("[data-md-component=search-query]").oninput = null;
      worker.postMessage(message);
    });
  }
}

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

  async worker() {
    const {worker} = krSearch();
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

  tell(data) {
    this.dispatchEvent(new MessageEvent("message", {data}));
  }

  /** Pass a word on; Material's first, which would bring the index, brings it only where there is no server. */
  postMessage(message) {
    this.start().then(async worker => worker.postMessage(message.type || message.data.docs ? message : {...message, data: await krSearch().index}));
  }
}

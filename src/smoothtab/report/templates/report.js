"use strict";

// Without this script the page is complete but for its charts; with it tables sort and filter.

(() => {
  const summary = JSON.parse(document.getElementById("summary").textContent);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const fixed = (number, digits = 3) => (number === null ? "–" : number.toFixed(digits));

  // Light and dark

  function theme() {
    const button = document.getElementById("theme");
    const style = document.documentElement.style;
    const stored = (value) => {
      try {
        if (value) localStorage.setItem("smoothtab-theme", value);
        return localStorage.getItem("smoothtab-theme");
      } catch {
        return null; // some browsers store nothing for files
      }
    };
    const set = (value) => {
      style.colorScheme = value;
      button.textContent = value === "dark" ? "Light" : "Dark";
      button.setAttribute("aria-label", `Switch to ${button.textContent.toLowerCase()} colours`);
    };
    const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    set(stored() === "dark" || stored() === "light" ? stored() : preferred);
    button.hidden = false;
    button.addEventListener("click", () => {
      set(style.colorScheme === "dark" ? "light" : "dark");
      stored(style.colorScheme);
    });
  }

  // Tables

  function sortable(table) {
    const headings = all("thead tr:last-child th", table);
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const first = heading.dataset.first ?? "ascending";
        const second = first === "ascending" ? "descending" : "ascending";
        const order = heading.getAttribute("aria-sort") === first ? second : first;
        headings.forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", order);
        sort(table.tBodies[0], column, order === "ascending" ? 1 : -1);
      });
    });
  }

  function sort(body, column, sign) {
    const key = (row) => {
      const cell = row.cells[column];
      if (!cell.classList.contains("number")) return cell.textContent.trim();
      return "value" in cell.dataset ? Number(cell.dataset.value) : null; // null goes last
    };
    const compare = (a, b) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return sign * (typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true }));
    };
    const keyed = [...body.rows].map((row) => [key(row), row]);
    body.append(...keyed.sort((a, b) => compare(a[0], b[0])).map(([, row]) => row));
  }

  function filters() {
    const panel = document.querySelector(".filters");
    if (!panel) return;
    const [search, stratum, kind, matches] = ["search", "stratum", "kind", "matches"].map((id) =>
      document.getElementById(id),
    );
    const kinds = all("[name=show]", panel);
    const apply = () => {
      const shown = kinds.find((radio) => radio.checked);
      kinds.forEach(({ value }) => {
        document.getElementById(`table-${value}`).hidden = value !== shown.value;
      });
      if (!search) return;
      const wanted = search.value.trim().toLocaleLowerCase();
      const fits = (row) =>
        row.cells[0].textContent.toLocaleLowerCase().includes(wanted) &&
        (!stratum?.value || row.dataset.stratum === stratum.value) &&
        (!kind?.value || row.dataset.kind === kind.value);
      all(".tall tbody tr").forEach((row) => (row.hidden = !fits(row)));
      const rows = all(`#table-${shown.value} tbody tr`);
      matches.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} datasets`;
    };
    ["input", "change"].forEach((type) => panel.addEventListener(type, apply));
    panel.hidden = false;
    apply();
  }

  // Charts: what all of them share

  const measure = document.createElement("canvas").getContext("2d");

  const textWidth = (text) => {
    measure.font = `12.5px ${getComputedStyle(document.body).fontFamily}`;
    return measure.measureText(text).width;
  };

  function shorten(text, width) {
    if (textWidth(text) <= width) return text;
    const letters = Array.from(text);
    while (letters.length > 1 && textWidth(letters.join("") + "…") > width) {
      letters.length -= Math.ceil(letters.length / 12);
    }
    return letters.join("") + "…";
  }

  function make(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    element.append(...children);
    return element;
  }

  // What the tooltip and a screen reader say of it comes with every point.
  function point(shape, words, className = "") {
    const label = { class: `point ${className}`, role: "img", tabindex: -1, "aria-label": words };
    return make("g", label, shape);
  }

  const dot = (x, y, r) => make("circle", { class: "mark", cx: x, cy: y, r });

  function linear([low, high], [start, end], leastStep = 0) {
    const scale = (value) => start + ((value - low) / (high - low || 1)) * (end - start);
    const rough = (high - low || 1) / Math.max(2, Math.min(9, Math.abs(end - start) / 60));
    const step = niceStep(Math.max(rough, leastStep));
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    scale.ticks = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i += 1) {
      scale.ticks.push([i * step, (i * step).toFixed(digits)]);
    }
    return scale;
  }

  function niceStep(rough) {
    const power = 10 ** Math.floor(Math.log10(rough));
    return power * [1, 2, 5, 10].find((factor) => factor * power >= 0.7 * rough);
  }

  const TIMES = [
    [1e-4, "0.1 ms"], [1e-3, "1 ms"], [0.01, "10 ms"], [0.1, "0.1 s"], [1, "1 s"], [10, "10 s"],
    [60, "1 min"], [600, "10 min"], [3600, "1 h"], [36000, "10 h"], [360000, "100 h"], [3.6e6, "1,000 h"],
  ];

  function logarithmic([low, high], range) {
    const first = Math.max(0, TIMES.findLastIndex(([seconds]) => seconds <= low));
    const last = TIMES.findIndex(([seconds], i) => i > first && seconds >= high);
    const shown = TIMES.slice(first, last < 0 ? TIMES.length : last + 1);
    const ends = [shown[0][0], Math.max(high, shown.at(-1)[0])];
    const inner = linear(ends.map(Math.log10), range);
    const scale = (value) => inner(Math.log10(Math.max(value, ends[0])));
    const room = Math.abs(range[1] - range[0]) / 55;
    scale.ticks = shown.filter((_, i) => i % Math.ceil(shown.length / room) === 0);
    return scale;
  }

  function duration(seconds) {
    const [divisor, unit] =
      seconds < 0.1 ? [1e-3, "ms"] : seconds < 100 ? [1, "s"] : seconds < 6000 ? [60, "min"] : [3600, "h"];
    return `${Number((seconds / divisor).toPrecision(2))} ${unit}`;
  }

  const span = (values, room = 0) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const margin = high > low ? room * (high - low) : 0.05 * (Math.abs(high) || 1);
    return [low - margin, high + margin];
  };

  function xAxis(x, top, bottom, title) {
    const ticks = x.ticks.flatMap(([value, label]) => [
      make("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: bottom }),
      make("text", { class: "tick", x: x(value), y: bottom + 16, "text-anchor": "middle" }, label),
    ]);
    const middle = (x.start + x.end) / 2;
    return [
      ...ticks,
      make("text", { class: "tick", x: middle, y: bottom + 35, "text-anchor": "middle" }, title),
    ];
  }

  // One row for each model, its name on the left.
  function rows(width, models, { domain, step, title, before = () => [], draw, right = 10 }) {
    const room = Math.min(190, 0.36 * width);
    const left = Math.min(room, Math.max(...models.map(textWidth))) + 14;
    const height = Math.min(38, Math.max(22, 290 / models.length));
    const [top, bottom] = [6, 10 + models.length * height];
    const ends = [left + 8, width - right - 8];
    const x = Object.assign(linear(domain, ends, step), { start: left, end: width - right });
    const y = (i) => top + (i + 0.5) * height;
    const drawn = models.map((model, i) => {
      const name = make(
        "text",
        { x: left - 10, y: y(i) + 4, "text-anchor": "end" },
        shorten(model, left - 14),
      );
      const leader = leaders.has(model) ? "leader" : "";
      return make("g", { class: leader }, name, ...draw(model, i, x, y(i)));
    });
    const parts = [...before(x, y, top, bottom), ...xAxis(x, top, bottom, title), ...drawn];
    return { height: bottom + 44, parts };
  }

  const leaders = new Set(
    summary.view === "datasets"
      ? summary.comparison.groups[0]
      : (summary.accuracy ?? []).filter((row, i) => i === 0 || row.tied).map((row) => row.model),
  );

  // Charts, one function each: from a width to the parts of a picture and its height

  const charts = {
    ranks(width) {
      const { critical_difference: difference, groups, remark } = summary.comparison;
      const shownGroups = remark ? [] : groups.filter((group) => group.length > 1);
      const table = summary.accuracy;
      const positions = new Map(table.map((row, i) => [row.model, i]));
      const lanes = sideBySide(shownGroups, positions);
      const last = Math.max(...table.map((row) => row.rank_q3), 2);
      return rows(width, table.map((row) => row.model), {
        domain: [1, last],
        step: 1,
        title: "mean rank",
        right: 12 + 9 * (1 + Math.max(-1, ...lanes.values())),
        before: (x, y, top, bottom) => {
          const band = [];
          if (difference !== null && leaders.size < table.length) {
            const [start, end] = [table[0].mean_rank, Math.min(last, table[0].mean_rank + difference)];
            const size = { x: x(start), width: x(end) - x(start), y: top, height: bottom - top };
            band.push(make("rect", { class: "band", ...size }));
          }
          return [...band, ...shownGroups.map((group) => {
            const at = width - 4 - 9 * lanes.get(group);
            const [first, end] = [group[0], group.at(-1)].map((model) => y(positions.get(model)));
            return make("line", { class: "group", x1: at, x2: at, y1: first, y2: end });
          })];
        },
        draw: (model, i, x, y) => {
          const row = table[i];
          const quartiles = { x1: x(row.rank_q1), x2: x(row.rank_q3), y1: y, y2: y };
          const words =
            `${model}\nmean rank ${fixed(row.mean_rank, 2)}` +
            `\nmiddle half of the ranks: ${row.rank_q1} to ${row.rank_q3}` +
            `\nfirst on ${row.first}, second on ${row.second} of ${summary.comparison.n_datasets} datasets`;
          return [
            make("line", { class: "bar", ...quartiles }),
            point(dot(x(row.mean_rank), y, 6), words),
          ];
        },
      });
    },

    folds(width) {
      const { cells, accuracy, models } = summary;
      const scores = cells.score.flat().filter((score) => score !== null);
      const [low, high] = clipped(scores);
      return rows(width, models, {
        domain: [low, high],
        title: "adjusted R²",
        draw: (model, i, x, y) => {
          const mean = accuracy[i].mean;
          const small = spread(cells.score, i, x, y, low, (row, score) =>
            `${cells.rows[row]}\n${model}: adjusted R² ${fixed(score)}`);
          if (mean === null) return small;
          const words =
            `${model}\nmean adjusted R² ${fixed(mean)} over ${accuracy[i].n_folds} folds` +
            `\nstandard deviation ${fixed(accuracy[i].std)}`;
          return [...small, point(dot(x(Math.max(low, mean)), y, 6), words)];
        },
      });
    },

    scores(width) {
      const { cells, accuracy, models } = summary;
      const [low, high] = clipped(cells.score.flat().filter((score) => score !== null));
      return rows(width, models, {
        domain: [low, high],
        title: "adjusted R²",
        draw: (model, i, x, y) => {
          const median = accuracy[i].median;
          const small = spread(cells.score, i, x, y, low, (row, score) =>
            `${cells.rows[row]}\n${model}: adjusted R² ${fixed(score)}, rank ${cells.rank[row][i]}`);
          if (median === null) return small;
          const at = x(Math.max(low, median));
          const line = { class: "median", x1: at, x2: at, y1: y - 9, y2: y + 9 };
          return [...small, make("line", line)];
        },
      });
    },

    gap: (width) =>
      scatter(width, "gap", linear, "← tighter · mean gap", (gap) => `mean gap ${fixed(gap)}`),
    time: (width) =>
      scatter(width, "time", logarithmic, "← faster · time for a fold", (time) =>
        `${duration(time)} for a fold`),
  };

  // Groups that share a model need lines beside each other.
  function sideBySide(groups, positions) {
    const ends = [];
    return new Map(groups.map((group) => {
      const free = ends.findIndex((end) => end < positions.get(group[0]));
      const lane = free < 0 ? ends.length : free;
      ends[lane] = positions.get(group.at(-1));
      return [group, lane];
    }));
  }

  // A few scores far below zero would squeeze all others; they are drawn at the edge.
  function clipped(scores) {
    const high = Math.max(...scores);
    return span(scores.filter((score) => score >= Math.min(-0.25, high - 1)));
  }

  function spread(table, column, x, y, low, words) {
    return table.flatMap((scores, row) => {
      const score = scores[column];
      if (score === null) return [];
      const at = y + (((row * 0.618) % 1) - 0.5) * 13; // spread evenly, and the same each time
      const shape =
        score >= low
          ? dot(x(score), at, 3.2)
          : make("path", { class: "mark", d: `M${x(low) - 5} ${at}l7 -4v8z` });
      return [point(shape, words(row, score), "small")];
    });
  }

  function scatter(width, key, scaleOf, title, inWords) {
    const table = summary.trade_offs.filter((row) => row.accuracy !== null && row[key] !== null);
    if (!table.length) return { height: 40, parts: [make("text", { x: 0, y: 24 }, "Nothing known.")] };
    const [left, right, top, height] = [46, 14, 26, Math.min(360, Math.max(260, 0.7 * width))];
    const bottom = height - 46;
    const domain = span(table.map((row) => row[key]), key === "gap" ? 0.06 : 0);
    const x = Object.assign(scaleOf(domain, [left + 10, width - right - 10]), { start: left, end: width });
    const y = linear(span(table.map((row) => row.accuracy), 0.08), [bottom, top]);
    const places = table.map((row) => ({ row, x: x(row[key]), y: y(row.accuracy) }));
    const front = places.filter(({ row }) => row[`${key}_front`]).sort((a, b) => a.x - b.x);
    const steps = front.map((p, i) => (i ? `H${p.x}V${p.y}` : `M${p.x} ${p.y}`)).join("");
    const grid = y.ticks.flatMap(([value, label]) => [
      make("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      make("text", { class: "tick", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, label),
    ]);
    const marks = places.map((place) => {
      const { model, accuracy } = place.row;
      const on = place.row[`${key}_front`] ? "\non the front: no model beats it in both" : "";
      const words = `${model}\nmean adjusted R² ${fixed(accuracy)}\n${inWords(place.row[key])}${on}`;
      return point(dot(place.x, place.y, 6.5), words, leaders.has(model) ? "leader" : "");
    });
    const parts = [
      make("text", { class: "tick", x: 0, y: 12 }, "↑ better · mean adjusted R²"),
      ...grid,
      ...xAxis(x, top, bottom, title),
      make("path", { class: "front", d: steps }),
      ...labels(places, front, [left, width, top, bottom]),
      ...marks,
    ];
    return { height, parts };
  }

  // Names beside their points, where there is room; others are in the tooltip.
  function labels(places, front, [left, width, top, bottom]) {
    const around = (x0, x1, y0, y1, room) => ({ x0: x0 - room, x1: x1 + room, y0: y0 - room, y1: y1 + room });
    const taken = places.map(({ x, y }) => around(x, x, y, y, 8));
    front.slice(1).forEach((p, i) => {
      taken.push(around(front[i].x, p.x, front[i].y, front[i].y, 2));
      taken.push(around(p.x, p.x, p.y, front[i].y, 2));
    });
    const free = (box) =>
      box.x0 >= left - 6 && box.x1 <= width && box.y0 >= top - 10 && box.y1 <= bottom &&
      !taken.some((t) => box.x0 < t.x1 && t.x0 < box.x1 && box.y0 < t.y1 && t.y0 < box.y1);
    return places.flatMap((p) => {
      const text = shorten(p.row.model, Math.min(150, 0.4 * width));
      const size = textWidth(text);
      const spots = [[11, 4], [-11 - size, 4], [-size / 2, -12], [-size / 2, 21], [9, -8], [9, 17], [-9 - size, -8], [-9 - size, 17]];
      for (const [dx, dy] of spots) {
        const box = { x0: p.x + dx, x1: p.x + dx + size, y0: p.y + dy - 10, y1: p.y + dy + 3 };
        if (free(box)) {
          taken.push(box);
          return [make("text", { x: box.x0, y: p.y + dy }, text)];
        }
      }
      return [];
    });
  }

  function chart(figure) {
    const canvas = figure.querySelector(".canvas");
    const label = `${figure.querySelector("figcaption").textContent} Arrow keys go from point to point.`;
    let drawnWidth = 0;
    const draw = () => {
      const width = Math.floor(canvas.clientWidth);
      if (!width || width === drawnWidth) return;
      drawnWidth = width;
      const { height, parts } = charts[figure.dataset.chart](width);
      const viewBox = `0 0 ${width} ${height}`;
      canvas.replaceChildren(make("svg", { viewBox, role: "group", "aria-label": label }, ...parts));
      canvas.querySelector(".point")?.setAttribute("tabindex", 0);
    };
    draw();
    new ResizeObserver(draw).observe(canvas);
    canvas.addEventListener("keydown", (event) => walk(event, all(".point", canvas)));
    ["pointerover", "focusin", "click"].forEach((type) =>
      canvas.addEventListener(type, (event) => showTip(event.target)),
    );
    ["pointerout", "focusout"].forEach((type) => canvas.addEventListener(type, hideTip));
  }

  // One stop of the tab key for each chart; within it, arrows.
  function walk(event, points) {
    const at = points.indexOf(document.activeElement);
    const to = {
      ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1,
      Home: 0, End: points.length - 1,
    }[event.key];
    if (event.key === "Escape") hideTip();
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = points[Math.min(points.length - 1, Math.max(0, to))];
    points[at].setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  }

  const tip = document.getElementById("tip");

  function showTip(element) {
    const shown = element.closest(".point");
    if (!shown) return hideTip();
    tip.textContent = shown.getAttribute("aria-label");
    tip.hidden = false;
    const [mark, box] = [shown.getBoundingClientRect(), tip.getBoundingClientRect()];
    const left = mark.x + mark.width / 2 - box.width / 2;
    const above = mark.y - box.height - 8;
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - box.width - 8))}px`;
    tip.style.top = `${above > 8 ? above : mark.bottom + 8}px`;
  }

  function hideTip() {
    tip.hidden = true;
  }

  addEventListener("scroll", () => showTip(document.activeElement), { passive: true });
  addEventListener("beforeprint", () => all("details").forEach((part) => (part.open = true)));
  theme();
  all("table").forEach(sortable);
  filters();
  all("[data-chart]").forEach(chart);
})();

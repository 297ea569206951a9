# Draws the map, the sizes or the survival of the clusters, or the features of one, with ggplot2 where it is installed.
plot.manyview <- function(x, figure = c("map", "sizes", "features", "survival"), cluster = 1, ...) {
  figure <- match.arg(figure)
  if (!cluster %in% seq_len(x$k)) stop("cluster: is ", cluster, ", give one from 1 to ", x$k, call. = FALSE)
  if (figure == "survival" && is.null(x$survival))
    stop('figure: "survival" needs times and events: give them as metadata, with ',
         'kinds = list(days = "time", died = "event") where their names do not tell', call. = FALSE)
  names <- cluster_names(x)
  drawn <- switch(figure, map = map_points(x, names), sizes = cluster_sizes(x, names), survival = curve_points(x, names),
                  features = cluster_features(x, cluster, names))
  if (!requireNamespace("ggplot2", quietly = TRUE)) return(draw_plain(figure, drawn, x, ...))
  made <- draw_ggplot(figure, drawn, x, ...)
  print(made)
  invisible(made)
}

map_points <- function(x, names) {
  map <- explain(x)$map
  cluster <- factor(ifelse(is.na(x$labels), "outliers", names[x$labels]), c(names, if (anyNA(x$labels)) "outliers"))
  data.frame(x = map[, 1], y = map[, 2], cluster = cluster)
}

cluster_sizes <- function(x, names) data.frame(cluster = factor(names, names), samples = x$sizes)

# The strongest features of each view; those that chance would show as well have less weight.
cluster_features <- function(x, cluster, names) {
  found <- tables(x)$features
  found <- found[found$cluster == cluster, ]
  label <- paste0(found$view, ": ", ifelse(is.na(found$name), found$feature, found$name))
  data.frame(feature = factor(label, unique(label)), effect = found$effect, weight = ifelse(found$by_chance, 0.35, 1),
             cluster = factor(names[found$cluster], names))
}

curve_points <- function(x, names) {
  curves <- x$survival
  data.frame(time = curves$time, survival = curves$survival, cluster = factor(names[curves$cluster], names))
}

colours_of <- function(clusters) {
  colours <- grDevices::hcl.colors(nlevels(clusters), "Dark 3")
  names(colours) <- levels(clusters)
  replace(colours, names(colours) == "outliers", "grey60")
}

survival_title <- function(x) paste("log-rank test, p =", format(attr(x$survival, "p"), digits = 2))

effect_axis <- "effect (below 0: smaller inside, above 0: larger)"

draw_ggplot <- function(figure, drawn, x, ...) {
  # Names of columns, looked up in the data.
  by <- function(...) do.call(ggplot2::aes, lapply(list(...), as.name))
  base <- ggplot2::ggplot(drawn)
  colours <- colours_of(drawn$cluster)
  switch(figure,
    map = base + ggplot2::geom_point(by(x = "x", y = "y", colour = "cluster"), ...) + ggplot2::coord_fixed() +
      ggplot2::theme_void() + ggplot2::scale_colour_manual(values = colours, name = NULL),
    sizes = base + ggplot2::geom_col(by(x = "samples", y = "cluster", fill = "cluster"), ..., show.legend = FALSE) +
      ggplot2::scale_y_discrete(limits = rev) + ggplot2::scale_fill_manual(values = colours) + ggplot2::labs(y = NULL),
    features = base + ggplot2::geom_col(by(x = "effect", y = "feature", fill = "cluster"), alpha = drawn$weight, ..., show.legend = FALSE) +
      ggplot2::scale_y_discrete(limits = rev) + ggplot2::coord_cartesian(xlim = c(-1, 1)) + ggplot2::scale_fill_manual(values = colours) +
      ggplot2::labs(x = effect_axis, y = NULL, title = drawn$cluster[1]),
    survival = base + ggplot2::geom_step(by(x = "time", y = "survival", colour = "cluster"), ...) +
      ggplot2::scale_colour_manual(values = colours, name = NULL) + ggplot2::coord_cartesian(ylim = c(0, 1)) +
      ggplot2::labs(x = attr(x$survival, "column"), y = "share without the event", title = survival_title(x))
  )
}

draw_plain <- function(figure, drawn, x, ...) {
  colours <- colours_of(drawn$cluster)
  legend_at <- function(place, marks, ...) legend(place, legend = names(marks), col = marks, bty = "n", ...)
  if (figure %in% c("sizes", "features")) {
    widest <- max(nchar(as.character(if (figure == "sizes") drawn$cluster else drawn$feature)))
    before <- graphics::par(mar = c(5, 1 + widest / 2, 4, 2))
    on.exit(graphics::par(before))
  }
  if (figure == "map") {
    plot(drawn$x, drawn$y, col = colours[drawn$cluster], pch = 20, axes = FALSE, xlab = "", ylab = "", asp = 1, ...)
    legend_at("topright", colours, pch = 20)
  } else if (figure == "sizes") {
    graphics::barplot(rev(drawn$samples), names.arg = rev(drawn$cluster), horiz = TRUE, las = 1, col = rev(colours), xlab = "samples", ...)
  } else if (figure == "features") {
    graphics::barplot(rev(drawn$effect), names.arg = rev(drawn$feature), horiz = TRUE, las = 1, xlim = c(-1, 1),
                      col = colours[drawn$cluster[1]], main = drawn$cluster[1], xlab = effect_axis, ...)
  } else {
    plot(range(drawn$time), c(0, 1), type = "n", xlab = attr(x$survival, "column"), ylab = "share without the event",
         main = survival_title(x), ...)
    for (name in levels(drawn$cluster)) {
      curve <- drawn[drawn$cluster == name, ]
      graphics::lines(curve$time, curve$survival, type = "s", col = colours[name])
    }
    legend_at("bottomleft", colours, lty = 1)
  }
  invisible(x)
}

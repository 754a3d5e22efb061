"""Statistics: reductions, quantiles, averages, correlation, histograms."""
